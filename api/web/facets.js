// The filters of a search as chips with counts. They promise that what is switched on is
// always there to be switched off, whatever was counted.
import { chip, html, nothing, plural, repeat } from "./dom.js";
import { href } from "./route.js";
import { filterCount, filterNames, filterParams } from "./searchstate.js";
import { topicName } from "./topics.js";

export const kinds = { question: "Questions", fact: "Facts", spec: "Specs", passage: "Passages" };
const difficulties = { easy: "Easy", medium: "Medium", hard: "Hard" };
const styles = { open: "Open", true_false: "True or false", scenario: "Scenario", choice: "Multiple choice", cloze: "Cloze" };
const labels = { kind: "Kind", difficulty: "Level", topic: "Topic", document: "Document", style: "Asked as", collection: "Collection" };
const fewest = 4;
const mostOpened = 60;

/** What a value of a filter is called. */
export function valueName(name, value) {
  const names = { kind: kinds, difficulty: difficulties, style: styles }[name];
  return name === "topic" ? topicName(value) : names?.[value] ?? value;
}

/**
 * Draws the filters. counts has a Map of value → count by name; opened is a Set of the names
 * whose whole list is shown. Calls toggle(name, value), clear(), expand(name).
 */
export function drawFilters({ state, counts, opened, toggle, clear, expand, choose }) {
  const set = filterCount(state);
  return html`
    ${filterNames.filter((name) => isShown(name, state, counts)).map((name) => row(name))}
    <div class="filters-bar">
      <label class="mode"><span>Match</span>
        <select id="mode" @change=${(event) => choose(event.target.value)}>
          ${Object.entries({ hybrid: "words and meaning", lexical: "words only", semantic: "meaning only" }).map(([value, text]) => html`
            <option value=${value} ?selected=${state.mode === value}>${text}</option>`)}
        </select></label>
      ${set === 0 ? nothing : html`<a class="button quiet small" href=${href("/study", filterParams({ ...state.filters, kind: [] }))}>Study these questions</a>`}
      <button type="button" class="button quiet small" ?hidden=${counts.has("document")} @click=${() => expand("document")}>By document…</button>
      <button type="button" class="button quiet small clear" ?hidden=${set === 0} @click=${clear}>Clear ${set === 1 ? "the filter" : `${set} filters`}</button>
    </div>`;

  function row(name) {
    const values = valuesOf(name, state, counts.get(name));
    const most = Math.max(opened.has(name) ? mostOpened : fewest, state.filters[name].length);
    return html`<div class="facet by-${name} chips" role="group" aria-label=${labels[name]}>
      ${repeat(values.slice(0, most), ([value]) => value, ([value, count]) => chip(valueName(name, value), {
        pressed: state.filters[name].includes(value), count, click: () => toggle(name, value),
      }))}
      ${values.length <= most ? nothing : opened.has(name) ? html`<span class="hint">and ${plural(values.length - most, "further one")}; more words leave fewer</span>`
        : html`<button type="button" class="button quiet small" @click=${() => expand(name)}>${plural(values.length - most, `more ${labels[name].toLowerCase()}`)}</button>`}
    </div>`;
  }
}

/** Documents have a row once they are counted; style and collection, which links bring, only when they are set. */
const isShown = (name, state, counts) => (name !== "style" && name !== "collection" && (name !== "document" || counts.has(name)))
  || state.filters[name].length > 0;

/** The values of a row with their counts: those of a closed set always, what is set first. */
function valuesOf(name, state, counted) {
  const set = state.filters[name];
  const fixed = { kind: kinds, difficulty: difficulties }[name];
  if (fixed !== undefined) {
    return Object.keys(fixed).map((value) => [value, counted === undefined ? undefined : counted.get(value) ?? 0]);
  }
  const rest = [...counted ?? []].filter(([value]) => !set.includes(value));
  return [...set.map((value) => [value, counted?.get(value)]), ...rest];
}
