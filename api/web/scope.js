// What is studied: topics, difficulties and documents, as chips. It promises that the choice
// stands in the address, under the names that the API's filters have.
import { openDialog } from "./dialogs.js";
import { chip, html, nothing } from "./dom.js";
import { everything } from "./pages.js";
import { changed, go } from "./route.js";

const filters = ["topic", "difficulty", "document", "collection", "style"];
const difficulties = ["easy", "medium", "hard"];
let topics = null;
let documents = null;

/** The filters of an address, as parameters of the API. */
export const scopeOf = (url) => Object.fromEntries(filters.map((name) => [name, url.searchParams.get(name) ?? ""]));

/** Whether an address leaves anything out. */
export const isNarrowed = (url) => filters.some((name) => listOf(url, name).length > 0);

/** An address without its filters. */
export const widened = (url) => changed(Object.fromEntries(filters.map((name) => [name, null])), url);

/** All topics with their names, asked for once. */
export function allTopics() {
  topics ??= everything("/v1/topics").catch((failure) => {
    topics = null;
    throw failure;
  });
  return topics;
}

/** The name of a topic by its id, as soon as names are there. */
export function topicName(id, known) {
  return known?.find((topic) => topic.id === id)?.name ?? id.replaceAll("-", " ");
}

/** The chips of what is studied. known are the topics, once they are there. */
export function drawScope(url, known) {
  const taken = (name, id, text) => html`<button type="button" class="chip" aria-label="${text}: no longer only this"
    @click=${() => toggle(url, name, id)}>${text} <span aria-hidden="true">✕</span></button>`;
  return html`<div class="scope chips" role="group" aria-label="What to study">
    ${difficulties.map((level) => chip(level, {
      pressed: listOf(url, "difficulty").includes(level), click: () => toggle(url, "difficulty", level),
    }))}
    ${listOf(url, "topic").map((id) => taken("topic", id, topicName(id, known)))}
    ${listOf(url, "document").map((path) => taken("document", path, path))}
    ${listOf(url, "collection").map((name) => taken("collection", name, name))}
    ${listOf(url, "style").map((name) => taken("style", name, name.replace("_", " or ")))}
    <button type="button" class="chip" @click=${() => choose(url)}>Topics and documents …</button>
  </div>`;
}

/** What is studied, in words, where it cannot be changed. */
export function describeScope(url, known) {
  const parts = [
    ...listOf(url, "topic").map((id) => topicName(id, known)),
    ...["difficulty", "document", "collection", "style"].flatMap((name) => listOf(url, name)),
  ];
  return parts.length === 0 ? "everything" : parts.join(", ");
}

const listOf = (url, name) => (url.searchParams.get(name) ?? "").split(",").filter((part) => part !== "");

function toggle(url, name, id) {
  const list = listOf(url, name);
  const next = list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
  go(changed({ [name]: next }, url), { replace: true });
}

async function choose(url) {
  documents ??= everything("/v1/documents").catch((failure) => {
    documents = null;
    throw failure;
  });
  const [known, stored] = await Promise.all([allTopics(), documents]);
  const asked = known.filter((topic) => countOf(topic) > 0);
  const chosen = await openDialog((close) => html`
    <form @submit=${(event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      close({ topic: form.getAll("topic"), document: form.getAll("document") });
    }}>
      <h2 id="dialog-title">What to study</h2>
      <fieldset><legend>Topics</legend>
        <p class="hint">A topic brings those below it along. None means all.</p>
        <div class="options">${asked.map((topic) => drawOption("topic", topic.id, topic.name, listOf(url, "topic"), {
          count: countOf(topic), below: topic.parent !== null,
        }))}</div>
      </fieldset>
      <fieldset><legend>Documents</legend>
        <label class="field"><span>Find a document</span><input type="search" @input=${narrow}></label>
        <div class="options" id="document-options">${stored.map((one) => drawOption("document", one.path, one.path, listOf(url, "document")))}</div>
      </fieldset>
      <div class="dialog-buttons">
        <button type="button" class="button" @click=${() => close()}>Cancel</button>
        <button class="button primary">Study this</button>
      </div>
    </form>`, { kind: "wide" });
  if (chosen !== "") {
    go(changed(chosen), { replace: true });
  }
}

const countOf = (topic) => Object.values(topic.counts?.question ?? {}).reduce((sum, count) => sum + count, 0);

const drawOption = (name, value, text, list, { count, below = false } = {}) => html`
  <label class="switch ${below ? "below" : ""}"><input type="checkbox" name=${name} value=${value} ?checked=${list.includes(value)}>
    <span>${text}</span>${count === undefined ? nothing : html` <span class="soft number">${count}</span>`}</label>`;

function narrow(event) {
  const sought = event.target.value.trim().toLowerCase();
  for (const option of document.querySelectorAll("#document-options label")) {
    option.hidden = !option.textContent.toLowerCase().includes(sought);
  }
}
