// An entry as it is read: what the server has drawn of its Markdown and formulas, and a spec
// in the words of its claim.
import { html as fragment } from "./api.js";
import { entryPath } from "./citation.js";
import { html, markup, nothing, problemNote, skeleton, style } from "./dom.js";
import { href } from "./route.js";

style("code.css");

/** What is to be shown of an entry, as soon as it is there: { drawn } or { problem }; null for what needs nothing more. */
export async function readEntry(id, signal) {
  if (id.startsWith("s_")) {
    return {};
  }
  try {
    return { drawn: await fragment(entryPath(id), {}, { signal }) };
  } catch (problem) {
    if (problem.name === "AbortError") {
      return null;
    }
    return { problem };
  }
}

/** Draws an entry; read is what readEntry brought, null until then. */
export function drawEntry(entry, read) {
  if (read === null || entry === null) {
    return skeleton(8);
  }
  if (read.problem) {
    return problemNote(read.problem);
  }
  return entry.kind === "spec" ? drawSpec(entry) : html`<div class="prose">${markup(read.drawn)}</div>`;
}

/** The conditions that a source does not state are none. */
const stated = (conditions) => Object.entries(conditions).filter(([, value]) => value !== "unstated" && value !== "none");

function drawSpec({ device, attribute, value, conditions, conflict_id: conflict, notes = [], confidence }) {
  return html`<div class="prose">
    <p class="soft"><a href=${href("/specs", { devices: device.id })}>${device.name}</a> · ${attribute.name}</p>
    <p class="spec-value">${value.text}</p>
    <ul class="chips">${stated(conditions).map(([name, said]) => html`<li class="chip">${name.replaceAll("_", " ")}: ${said}</li>`)}</ul>
    ${notes.map((note) => html`<p class="soft">${note}</p>`)}
    ${conflict ? html`<p>Another claim disagrees: <a href=${href("/corpus", { tab: "conflicts" })}>see the conflicts</a>.</p>` : nothing}
    ${confidence === undefined ? nothing : html`<p class="soft">Read from its source with a confidence of ${Math.round(confidence * 100)} %.</p>`}
  </div>`;
}
