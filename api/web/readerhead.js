// What stands above a document's lines: what it is, where its words come from, and what can
// be done with an entry of it.
import { badge, formatBytes, formatDate, formatShare, html, nothing } from "./dom.js";
import { copyCitation, copyLink, documentHref, inWords } from "./citation.js";
import { difficultyBadge } from "./hits.js";
import { href } from "./route.js";
import { topicName } from "./topics.js";

export const kindNames = { question: "Question", fact: "Fact", spec: "Spec", passage: "Passage" };

/** Whether the stored text still says what the entry says, as the server has just compared it. */
export function drawVerified(verification) {
  if (verification === null) {
    return html`<span class="badge verified">checking…</span>`;
  }
  if (verification.verified) {
    return html`<span class="badge good verified" title="The stored text is the recorded one, byte by byte, and holds every word and number of the entry">✓ verified</span>`;
  }
  const missing = verification.missing_words ?? [];
  return badge(missing.length > 0 ? `not in the text: ${missing.slice(0, 5).join(", ")}` : "not verified", "warn verified");
}

/** The tools of what is shown. */
export function drawTools({ document, entry, lines, isAlone }) {
  const params = entry ? { entry: entry.id } : {};
  return html`<p class="hit-tools">
    ${isAlone ? nothing : html`<a class="tool" href=${documentHref(document.id, lines, params)}>Open alone</a>`}
    ${isAlone && entry ? html`<a class="tool" href=${documentHref(document.id)}>All of the document</a>` : nothing}
    ${lines === null ? nothing : html`
      <button type="button" class="tool" @click=${() => copyLink(document.id, lines, params)}>Copy link</button>
      <button type="button" class="tool" @click=${() => copyCitation(document, lines, params)}>Cite</button>`}
    ${entry?.kind === "question" ? html`<a class="tool" href=${href("/study", { question: entry.id })}>Study this</a>` : nothing}
    ${entry === null && document.report.counts.question > 0 ? html`<a class="tool" href=${href("/study", { document: document.path.replaceAll(",", "\\,") })}>Study its questions</a>` : nothing}
    ${entry?.kind === "spec" ? html`<a class="tool" href=${href("/specs", { devices: entry.device.id, attribute: entry.attribute.id })}>Compare</a>` : nothing}
    <a class="tool" href=${href(`/v1/documents/${document.id}/content`, { format: "text", lines: lines === null ? "" : `${lines.first}-${lines.last}` })} target="_blank" rel="noopener">Plain text</a>
  </p>`;
}

/** What an entry is: its kind, how hard it is, its topics. */
export function drawEntryLine(entry) {
  return html`<p class="hit-kind"><span class="kind ${entry.kind}">${kindNames[entry.kind]}</span>${difficultyBadge(entry)}${
    entry.topics.map((id) => html`<a class="topic" href=${href("/", { q: topicName(id), topic: id })}>${topicName(id)}</a>`)}</p>`;
}

/** What is known of a document, and where it was taken from. */
export function drawAbout(document) {
  const rows = [
    ["Collection", document.collection],
    ["Source", document.source_url ? link(document.source_url) : null],
    ["Author", document.author],
    ["Date", document.date ? formatDate(document.date) : null],
    ["Licence", document.licence],
    ["Language", document.language],
    ["Format", document.report?.format],
    ["Size", formatBytes(document.bytes)],
    ["Text", document.text_of === "file" ? "the file's own bytes" : "extracted from the file"],
    ["Accounted for", document.report ? `${formatShare(document.report.coverage)} of its lines` : null],
    ["Entries", document.report ? Object.entries(document.report.counts).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`).join(", ") : null],
    ["SHA-256", html`<code>${document.sha256}</code>`],
  ];
  return html`<dl class="about">${rows.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The path of a document, and the lines of it that are shown. */
export const drawWhere = (path, lines) => html`<span><span class="mono">${path}</span>${lines === null ? nothing : html`<span class="soft">, ${inWords(lines)}</span>`}</span>`;

/** A link of a document's own is followed only where it is one of the web. */
function link(address) {
  return /^https?:\/\//i.test(address) ? html`<a href=${address} rel="noopener noreferrer" target="_blank">${address}</a>` : address;
}
