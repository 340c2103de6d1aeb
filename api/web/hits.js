// One hit of a search, and why it was found. It promises to show nothing but what the
// server said: the marks are those of the engine, and a number always has its words.
import { get } from "./api.js";
import { badge, html, meter, nothing, toast } from "./dom.js";
import { copyCitation, copyLink, documentHref, entryPath, inWords, linesOf } from "./citation.js";
import { valueName } from "./facets.js";
import { go, href } from "./route.js";
import { asking, toggled, writeState } from "./searchstate.js";
import { topicName } from "./topics.js";

const kindNames = { question: "Question", fact: "Fact", spec: "Spec", passage: "Passage" };

/** Draws a hit. explained is a Set of the ids whose reasons are shown; why(id) changes it. */
export function drawHit(hit, { state, explained, open, why }) {
  const lines = linesOf(hit.source);
  const current = state.open === hit.id;
  const isExplained = explained.has(hit.id);
  return html`<li class="hit ${current ? "current" : ""}" data-id=${hit.id}>
    <article aria-labelledby="t-${hit.id}">
      <p class="hit-kind"><span class="kind ${hit.kind}">${kindNames[hit.kind]}</span>${difficultyBadge(hit)}${
        hit.answered === false ? badge("no answer here", "warn", "Its source asks and does not answer") : nothing}</p>
      <h3 id="t-${hit.id}"><a class="hit-link" href=${writeState({ ...state, open: hit.id, lines: null })}
        aria-current=${current ? "true" : nothing} @click=${(event) => open(event, hit)}>${markTitle(hit)}</a></h3>
      <p class="snippet">${drawSnippet(hit.snippet)}</p>
      <p class="hit-where"><a class="mono" href=${documentHref(hit.source.document_id, lines, { entry: hit.id })}>${hit.source.path}<span class="soft">:${
        lines.first}${lines.last === lines.first ? nothing : `–${lines.last}`}</span></a>${hit.topics.slice(0, 3).map((id) => html`
        <a class="topic" href=${writeState(state.filters.topic.includes(id) ? asking(state, {}) : toggled(state, "topic", id))}
          title="Only ${topicName(id)}">${topicName(id)}</a>`)}</p>
      <p class="hit-tools">
        <button type="button" class="tool" aria-expanded=${String(isExplained)} aria-controls="w-${hit.id}" @click=${() => why(hit.id)}>Why</button>
        <button type="button" class="tool" @click=${() => copyLink(hit.source.document_id, lines, { entry: hit.id })}>Copy link</button>
        <button type="button" class="tool" @click=${() => copyCitation(citedOf(hit), lines, { entry: hit.id })}>Cite</button>
        ${hit.kind === "question" ? html`<a class="tool" href=${href("/study", { question: hit.id })}>Study this</a>` : nothing}
        ${hit.kind === "spec" ? html`<button type="button" class="tool" @click=${() => compare(hit.id)}>Compare</button>` : nothing}
      </p>
      <div class="why" id="w-${hit.id}" ?hidden=${!isExplained}>${isExplained ? drawWhy(hit, state) : nothing}</div>
    </article>
  </li>`;
}

/** Goes to the plots of what a spec is about, which a hit does not say. */
async function compare(id) {
  try {
    const { device, attribute } = await get(entryPath(id), { fields: "device.id,attribute.id" });
    go(href("/specs", { devices: device.id, attribute: attribute.id }));
  } catch (problem) {
    toast(problem.message, { kind: "bad" });
  }
}

/** How hard an entry is: a stated difficulty as a word, an estimated one with "about". */
export function difficultyBadge({ difficulty, difficulty_source: from }) {
  if (!difficulty) {
    return nothing;
  }
  const word = valueName("difficulty", difficulty).toLowerCase();
  return from === "estimated" ? badge(`≈ ${word}`, `level ${difficulty}`, `Estimated to be ${word}`)
    : badge(word, `level ${difficulty}`, `Its source says it is ${word}`);
}

/** What a citation names of a hit. */
const citedOf = ({ source }) => ({ id: source.document_id, path: source.path, title: source.title });

/** A snippet as text and marks. It is of Markdown: stars and backticks around words are left out. */
function drawSnippet(snippet) {
  const plain = snippet.replace(/\*\*(\S.*?)\*\*/gs, "$1").replace(/`([^`\n]+)`/g, "$1").replace(/^\s*[-*]\s+/, "");
  return plain.split(/<mark>(.*?)<\/mark>/s).map((part, i) => (i % 2 === 0 ? unescaped(part) : html`<mark>${unescaped(part)}</mark>`));
}

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": "\"", "&#39;": "'", "&quot;": "\"" };

/** Text of a part of a snippet, which is HTML. */
const unescaped = (text) => text.replace(/&(?:amp|lt|gt|quot|#34|#39);/g, (one) => entities[one]);

/** The words of a hit that matched, as its snippet marks them. */
const matched = (snippet) => [...new Set([...snippet.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, word]) => unescaped(word).toLowerCase()))];

/** A title with the words marked that the snippet has marked. */
function markTitle({ title, snippet }) {
  const words = new Set(matched(snippet));
  return title.split(/([\p{L}\p{N}]+)/u).map((part, i) => (i % 2 === 1 && words.has(part.toLowerCase()) ? html`<mark>${part}</mark>` : part));
}

const engines = { lexical: "words", vector: "meaning", reranker: "the reranker" };

function drawWhy(hit, state) {
  const words = matched(hit.snippet);
  const parts = hit.explain?.engines ?? [];
  const sum = parts.reduce((all, part) => all + part.weight * part.normalized, 0);
  return html`
    <ul class="reasons">${parts.map((part) => html`<li>
      <span class="reason">${sentence(part)}</span>
      ${sum > 0 ? meter(part.weight * part.normalized / sum, `${Math.round(100 * part.weight * part.normalized / sum)} % of its place is owed to ${engines[part.engine] ?? part.engine}`) : nothing}
    </li>`)}</ul>
    ${words.length > 0 ? html`<p>Words that matched here: ${words.map((word, i) => html`${i > 0 ? ", " : ""}<mark>${word}</mark>`)}</p>`
      : html`<p>None of your words stands in what is shown of it${parts.some(({ engine }) => engine === "vector") ? ": it is close in meaning" : ""}.</p>`}
    ${hit.source.heading?.length > 0 ? html`<p>It stands under ${hit.source.heading.join(" › ")}.</p>` : nothing}
    ${hit.also?.length > 0 ? html`<p>Found on the same lines as well:</p><ul class="also">${hit.also.map((other) => html`<li>
      <a href=${writeState({ ...state, open: other.id, lines: null })}>${kindNames[other.kind]}</a>, ${inWords(linesOf(other.source))}${
        other.source.path === hit.source.path ? nothing : ` of ${other.source.path}`}</li>`)}</ul>` : nothing}`;
}

/** What an engine says of a hit. An engine that weighs nothing was overruled by a reranker. */
function sentence({ engine, rank, score, weight }) {
  const said = { lexical: `Its words put it at place ${rank}`, vector: `Its meaning puts it at place ${rank}` }[engine]
    ?? `${engine} puts it at place ${rank}`;
  const figure = engine === "vector" ? `cosine ${score.toFixed(2)}` : `score ${score.toFixed(engine === "lexical" ? 1 : 2)}`;
  return weight > 0 ? `${said} (${figure}); that counts ${Math.round(weight * 100)} %.` : `${said} (${figure}); the reranker decided instead.`;
}
