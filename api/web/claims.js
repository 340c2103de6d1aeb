// The words of a claim, and the dialog that holds all claims behind a mark. It promises that
// what a source does not state is said to be unstated, and that each claim leads to its lines.
import { openDialog } from "./dialogs.js";
import { badge, formatNumber, formatShare, html, nothing, plural } from "./dom.js";
import { boundsIn } from "./specs-data.js";

/** The axes that every claim has; the others stand only where a source states them. */
const axes = ["precision", "sparsity", "per", "basis"];
const silent = new Set(["unstated", "none", "", undefined]);

/** The conditions that a claim states, as words: [["sparsity", "dense"], ["per", "per chip"]]. */
export const stated = (conditions) => Object.entries(conditions)
  .filter(([, value]) => !silent.has(value))
  .map(([axis, value]) => [axis, wordOf(axis, value)]);

const wordOf = (axis, value) => {
  const words = String(value).replaceAll("_", " ");
  if (axis === "per") {
    return `per ${words}`;
  }
  if (axis === "precision") {
    return words.toUpperCase();
  }
  return ["sparsity", "basis", "engine", "variant", "clock"].includes(axis) ? words : `${axis.replaceAll("_", " ")}: ${words}`;
};

/** What all of some claims state alike. */
export const shared = (claims) => (claims.length === 0 ? [] : stated(claims[0].conditions)
  .filter(([axis]) => claims.every((claim) => claim.conditions[axis] === claims[0].conditions[axis])));

/** A quantity with its unit and how it is meant: "up to 192 GB". */
export function quantity({ low, high }, unit, qualifier = "exact") {
  const after = unit && unit !== "1" ? ` ${unit}` : "";
  if (low === null) {
    return `${qualifier === "less_than" ? "<" : "up to"} ${formatNumber(high)}${after}`;
  }
  if (high === null) {
    return `≥ ${formatNumber(low)}${after}`;
  }
  const number = low === high ? formatNumber(low) : `${formatNumber(low)}–${formatNumber(high)}`;
  return (qualifier === "approx" ? "≈ " : qualifier === "up_to" ? "up to " : "") + number + after;
}

/** A claim's value in a unit, or as it is written where it has none in that unit. */
export function valueIn(claim, unit, units) {
  const bounds = boundsIn(claim, unit, units);
  return bounds === null ? claim.value.text : quantity(bounds, unit, claim.value.qualifier);
}

/** Where a claim stands: "boards.md:7". */
export const placeOf = ({ source }) =>
  `${source.path}:${source.line_start}${source.line_end > source.line_start ? `–${source.line_end}` : ""}`;

/** The address of the lines of a claim in the reader. */
export const readerOf = ({ source }) => `/documents/${encodeURIComponent(source.document_id)}#L${source.line_start}${
  source.line_end > source.line_start ? `-L${source.line_end}` : ""}`;

export const sourceLink = (claim, follow = nothing) => html`<a href=${readerOf(claim)} @click=${follow}>${placeOf(claim)}</a>`;

/** The claims that contradict the one that leads, with it; none where nobody does. */
export const disputed = ({ lead, claims }) =>
  (lead?.conflict_id ? claims.filter((claim) => claim.conflict_id === lead.conflict_id) : []);

/** Whether sources disagree anywhere among the claims of a device. */
export const isDisputed = (group) => group.claims.some((claim) => claim.conflict_id);

/** What is seen to speak for the claim that leads; the server ranks by more (docs/specs.md). */
function reasons(lead, claims, asked) {
  const sameValue = claims.filter((claim) => claim.device.id === lead.device.id && claim.value.text !== "" &&
    claim.normalized?.max === lead.normalized?.max && claim.normalized?.min === lead.normalized?.min &&
    claim.normalized?.unit && claim.conditions.precision === lead.conditions.precision);
  const documents = new Set(sameValue.map((claim) => claim.source.document_id)).size;
  return [
    lead.preferred ? "a person prefers it" : "",
    lead.conditions.sparsity === "dense" ? "it counts on no sparsity" : "",
    lead.device.id === asked ? "it is of the device itself" : `of its variants, ${lead.device.name} is told first`,
    documents > 1 ? `${documents} documents say the same` : "",
    lead.value.qualifier === "exact" ? "it is stated exactly" : "",
  ].filter(Boolean);
}

/** The claims of a group by what they say, each side of a conflict for itself. */
function sides(claims, unit, units) {
  const of = new Map();
  for (const claim of claims) {
    const value = valueIn(claim, unit, units);
    of.set(value, [...(of.get(value) ?? []), claim]);
  }
  return [...of].map(([value, some]) => ({ value, claims: some }));
}

/** Shows all claims behind a mark, and resolves when that is closed. */
export function openClaims({ device, lead, claims }, { title, unit, units }) {
  const contested = disputed({ lead, claims });
  const others = claims.filter((claim) => !contested.includes(claim));
  return openDialog((close) => html`
    <div class="claims-head"><h2 id="dialog-title">${title} of ${device.name}</h2>
      <button type="button" class="button small" autofocus @click=${() => close()}>Close</button></div>
    <p>${plural(claims.length, "claim")}${contested.length > 0 ? html`; <strong>sources disagree</strong> on the one that leads` : nothing}.</p>
    ${contested.length === 0 ? nothing : html`
      <h3>Both sides</h3>
      <div class="sides">${sides(contested, unit, units).map((side) => html`
        <section class="side" aria-label=${`Who says ${side.value}`}>
          <p class="side-value">${side.value}</p>
          ${side.claims.map((claim) => claimCard(claim, { lead, unit, units, close }))}
        </section>`)}</div>
      <p><a href=${`/v1/conflicts/${lead.conflict_id}`}>This conflict in the API</a></p>`}
    ${others.length === 0 ? nothing : html`
      ${contested.length === 0 ? nothing : html`<h3>Other claims</h3>`}
      <ul class="stack">${others.map((claim) => html`<li>${claimCard(claim, { lead, unit, units, close })}</li>`)}</ul>`}
    <p class="hint">Told first: ${placeOf(lead)}. What speaks for it: ${reasons(lead, claims, device.id).join("; ") || "its place among equals"}.
      No claim is corrected, merged or dropped.</p>`,
  { kind: "claims" });
}

/** One claim: its number as it is written, what it depends on, and where it stands. */
function claimCard(claim, { lead, unit, units, close }) {
  const shown = valueIn(claim, unit, units);
  const unstated = axes.filter((axis) => silent.has(claim.conditions[axis]));
  return html`<article class="claim">
    <p class="claim-value"><q>${claim.value.text}</q>${shown === claim.value.text ? nothing : html` <span class="soft">= ${shown}</span>`}
      ${claim.id === lead.id ? badge("told first", "accent") : nothing}
      ${claim.preferred ? badge("preferred by a person", "good") : nothing}
      ${claim.conflict_id ? badge("disputed", "bad") : nothing}</p>
    <p>${claim.device.name}${claim.device.written && claim.device.written !== claim.device.name
      ? html` <span class="soft">written “${claim.device.written}”</span>` : nothing}</p>
    <p class="claim-conditions">${stated(claim.conditions).map(([, text]) => html`${badge(text)} `)}
      ${unstated.length === 0 ? nothing : html`<span class="soft">unstated: ${unstated.join(", ")}</span>`}</p>
    ${(claim.notes ?? []).map((note) => html`<p class="hint">${note}</p>`)}
    <p>${sourceLink(claim, () => close())}${claim.confidence === undefined ? nothing
      : html` <span class="soft">read so with ${formatShare(claim.confidence)}</span>`}</p>
  </article>`;
}
