// Where sources disagree: each value in a column of its own, with who states it. It promises
// that to prefer a claim changes no source, and can be taken back.
import { send } from "./api.js";
import { Pages, drawSource } from "./corpuspages.js";
import { badge, debounce, empty, formatNumber, html, nothing, plural, toast } from "./dom.js";
import { changed, go, href } from "./route.js";

// Each conflict brings up to twenty claims.
const atOnce = 10;

export class Conflicts {
  constructor({ draw, changed: corpusChanged, count }) {
    this.corpusChanged = corpusChanged;
    this.pages = new Pages("/v1/conflicts", () => {
      if (this.device === "" && this.pages.items !== null) {
        count("conflicts", this.pages.total);
      }
      draw();
    }, atOnce);
    this.typed = debounce((device) => go(changed({ device }), { replace: true }), 300);
  }

  unmount() {
    this.typed.cancel();
    this.pages.stop();
  }

  update(url) {
    this.device = url.searchParams.get("device") ?? "";
    this.pages.show({ device: this.device.replaceAll(/[\\,]/g, "\\$&") });
  }

  draw() {
    return html`
      <search class="toolbar"><input class="grow" type="search" aria-label="Only of this device" placeholder="Only of this device, such as H100" .value=${this.device}
        @input=${(event) => this.typed(event.target.value.trim())}></search>
      <h2 class="visually-hidden">Conflicts</h2>
      ${this.pages.draw((items) => html`<ul class="stack">${items.map((conflict) => this.drawConflict(conflict))}</ul>`,
    empty("No sources disagree", this.device === "" ? "All claims of the same thing meet." : html`<a class="button" href="/corpus?tab=conflicts">Show all conflicts</a>`))}`;
  }

  drawConflict(conflict) {
    const { id, device, attribute, conditions, claims, claim_count: count, ratio, hint } = conflict;
    const left = count - claims.length;
    return html`<li class="card conflict" aria-labelledby="t-${id}">
      <h3 id="t-${id}"><a href=${href("/specs", { devices: device.id, attribute: attribute.id })}>${device.name}: ${attribute.name}</a></h3>
      <p class="meta">${Object.entries(conditions).map(([axis, value]) => html`${badge(inWords(axis, value))} `)}${
        ratio === null ? nothing : badge(`${formatNumber(ratio)} : 1`, "warn", "The largest claim divided by the smallest")}${
        hint ? html` <span class="hint">${hint}</span>` : nothing}</p>
      <div class="claims">${byValue(claims).map((same) => this.drawValue(same, conditions))}</div>
      ${left > 0 ? html`<p class="hint">and ${plural(left, "more claim")}</p>` : nothing}
    </li>`;
  }

  /** One value, with all that claim it. */
  drawValue(claims, shared) {
    const [{ value }] = claims;
    return html`<div role="group" class="claim ${claims.some(({ preferred }) => preferred) ? "preferred" : ""}" aria-label=${value.text}>
      <p class="claim-value number">${value.text}${/\p{L}/u.test(value.text) || !value.unit ? nothing : html` <span class="soft">${value.unit}</span>`}${claims.some(({ preferred }) => preferred) ? html` ${badge("preferred", "good")}` : nothing}</p>
      <ul class="plain-list">${claims.map((claim) => html`<li>
        ${drawSource(claim.source)}
        ${Object.entries(claim.conditions).filter(([axis, stated]) => shared[axis] !== stated).map(([axis, stated]) => badge(inWords(axis, stated)))}
        ${claim.preferred ? html`<button type="button" class="button small quiet" @click=${() => this.takeBack(claim)}>No longer prefer it</button>`
    : html`<button type="button" class="button small quiet" @click=${() => this.prefer(claim)}>Prefer this<span class="visually-hidden">: ${value.text} of ${claim.source.path}, line ${claim.source.line_start}</span></button>`}
      </li>`)}</ul>
    </div>`;
  }

  async prefer(claim) {
    if (await this.correct("PUT", claim, { action: "prefer" })) {
      toast(`${claim.value.text} is preferred from now on`, { kind: "good", action: { label: "Undo", run: () => this.takeBack(claim) } });
    }
  }

  async takeBack(claim) {
    if (await this.correct("DELETE", claim)) {
      toast(`${claim.value.text} is one claim among the others again`);
    }
  }

  async correct(method, { id }, body) {
    try {
      await send(method, `/v1/corrections/${id}`, body, method === "DELETE" ? { params: { action: "prefer" } } : {});
    } catch (problem) {
      toast(problem.message, { kind: "bad" });
      return false;
    }
    this.pages.again();
    this.corpusChanged();
    return true;
  }
}

/** Claims in groups of the same value, the group that most claim first. */
function byValue(claims) {
  const groups = new Map();
  for (const claim of claims) {
    const { text, min, max, unit } = claim.value;
    const key = min === null && max === null ? text : `${min} ${max} ${unit}`;
    groups.set(key, [...groups.get(key) ?? [], claim]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

const inWords = (axis, value) => `${axis} ${value}`.replaceAll("_", " ");
