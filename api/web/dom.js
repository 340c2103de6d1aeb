// What every view draws with: lit-html, and small helpers. They promise to make no markup of
// a string: only TrustedHTML, which api.js makes of the server's own fragments, becomes nodes.
import { Directive, directive, html, noChange, nothing } from "./vendor/lit-html.js";

export {
  classMap, createRef, html, ifDefined, keyed, live, noChange, nothing, ref, render, repeat, svg,
} from "./vendor/lit-html.js";
export { toast } from "./toast.js";

/** Listens until the function that is returned is called. */
export function on(target, type, listener, options) {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

/** Calls once nothing has called for so many milliseconds; cancel() forgets what waits. */
export function debounce(call, milliseconds) {
  let timer = 0;
  const later = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Says a sentence to who listens to the page and does not see it. */
export function announce(text) {
  const room = document.getElementById("announcer");
  room.textContent = "";
  requestAnimationFrame(() => {
    room.textContent = text;
  });
}

/** Sets the title of the tab: "Memory · Quarry". */
export function setTitle(text) {
  document.title = text === "" ? "Quarry" : `${text} · Quarry`;
}

const sheets = new Map();

/** Loads a style sheet of the page, once, and resolves as soon as it is applied. */
export function style(name) {
  if (!sheets.has(name)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/assets/${name}` });
    sheets.set(name, new Promise((resolve) => {
      link.onload = resolve;
      link.onerror = resolve;
    }));
    document.head.append(link);
  }
  return sheets.get(name);
}

/** Shows a fragment of the server: ${markup(await html("/v1/…"))}. */
export const markup = directive(class extends Directive {
  render(trusted) {
    if (trusted === this.shown) {
      return noChange;
    }
    this.shown = trusted;
    const template = document.createElement("template");
    template.innerHTML = trusted;
    return document.importNode(template.content, true);
  }
});

/** A snippet of a search, whose hits stand between <mark> and </mark>, as text and marks. */
export function marked(snippet) {
  return snippet.split(/<mark>(.*?)<\/mark>/s).map((part, i) => (i % 2 === 0 ? part : html`<mark>${part}</mark>`));
}

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const counts = new Intl.NumberFormat("en");
const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A measured number with four figures: 3,350. */
export const formatNumber = (value) => numbers.format(value);

/** A count: 12,345. */
export const formatCount = (value) => counts.format(value);

/** A day, or "" for none. */
export const formatDate = (value) => (value ? dates.format(new Date(value)) : "");

/** A moment, or "" for none. */
export const formatTime = (value) => (value ? moments.format(new Date(value)) : "");

/** "1 document", "2 documents". */
export const plural = (count, one, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** A part of a whole as a percentage: 0.934 is "93 %". */
export const formatShare = (share) => `${Math.round(share * 100)} %`;

/** Bytes as a person reads them: 1.2 MB. */
export function formatBytes(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${numbers.format(Number((bytes / 1000 ** step).toPrecision(3)))} ${units[step]}`;
}

/** A chip: a link with href, a switch with pressed and click, else a label. */
export function chip(text, { href, pressed, click, count, title } = {}) {
  const inside = html`${text}${count === undefined ? nothing : html` <span class="count">${formatCount(count)}</span>`}`;
  if (href !== undefined) {
    return html`<a class="chip" href=${href} title=${title ?? nothing} aria-current=${pressed ? "true" : nothing}>${inside}</a>`;
  }
  if (click !== undefined) {
    return html`<button type="button" class="chip" title=${title ?? nothing} aria-pressed=${String(Boolean(pressed))} @click=${click}>${inside}</button>`;
  }
  return html`<span class="chip" title=${title ?? nothing}>${inside}</span>`;
}

/** A small label; kind is "", "good", "warn", "bad" or "accent". */
export const badge = (text, kind = "", title = nothing) => html`<span class="badge ${kind}" title=${title}>${text}</span>`;

/** A bar for a part of a whole (0–1), with its words for who does not see it. */
export function meter(share, label, kind = "") {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return html`<svg class="meter ${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label=${label}>
    <title>${label}</title><rect class="rail" width="100" height="6"></rect><rect class="fill" width=${percent} height="6"></rect>
  </svg>`;
}

/** Lines that hold the room of what is awaited. */
export const skeleton = (lines = 3) => html`<div class="skeleton" role="status" aria-label="Loading">${
  Array.from({ length: lines }, () => html`<span></span>`)}</div>`;

/** What to say where there is nothing, with what may be done about it. */
export const empty = (title, hint = nothing) => html`<div class="empty"><p class="empty-title">${title}</p><div>${hint}</div></div>`;

/**
 * What went wrong: its detail, its fixes, and the id that the server's log knows it by.
 * retry is called by a button, where it is given; fix(text) by the one of each fix.
 */
export function problemNote(problem, { retry, fix } = {}) {
  const fixes = problem.fixes ?? [];
  return html`<section class="problem" role="alert">
    <p class="problem-title">${problem.title || "Something went wrong"}</p>
    <p class="problem-detail">${problem.detail || problem.message}</p>
    ${fixes.length === 0 ? nothing : html`<p class="problem-fixes">Try ${fixes.map((text) => (fix
      ? html`<button type="button" class="chip" @click=${() => fix(text)}>${text}</button> ` : html`<code>${text}</code> `))}</p>`}
    ${retry === undefined ? nothing : html`<button type="button" class="button" @click=${retry}>Try again</button>`}
    <p class="problem-meta">${problem.code && problem.code !== "offline" && problem.status > 0
      ? html`<a href="/problems/${problem.code}">${problem.code}</a>` : problem.code || nothing}${problem.status > 0 ? html` · ${problem.status}` : nothing}${
      problem.requestId ? html` · request <code>${problem.requestId}</code>` : nothing}</p>
  </section>`;
}
