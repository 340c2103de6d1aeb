// Where files are handed in: each with what storing it would add, change and remove, before
// anything is stored. It promises that all of it can be done with a keyboard alone.
import { fateOf, filesOfList, intake, remedyOf } from "./intake.js";
import { linesInWords, shareInWords } from "./corpuspages.js";
import { countsInWords, drawProgress, retry } from "./jobs.js";
import { announce, badge, html, keyed, meter, nothing, plural, problemNote, repeat } from "./dom.js";
import { href } from "./route.js";

const mostParts = 8;

export class Adding {
  constructor({ draw }) {
    this.draws = draw;
    this.isPasting = false;
  }

  unmount() {}

  update() {}

  draw() {
    const { items } = intake;
    return html`
      <section class="drop" aria-labelledby="drop-title">
        <h2 id="drop-title">Add documents</h2>
        <p>Drop files or folders anywhere here, or choose them. You see what each would change before it is stored.</p>
        <div class="toolbar">
          <button type="button" class="button primary" @click=${() => choose("files")}>Choose files</button>
          <button type="button" class="button" @click=${() => choose("folder")}>Choose a folder</button>
          <button type="button" class="button" aria-expanded=${String(this.isPasting)} aria-controls="paste" @click=${() => this.paste(!this.isPasting)}>Paste text</button>
          <input type="file" id="files" multiple hidden @change=${(event) => take(event.target)}>
          <input type="file" id="folder" webkitdirectory hidden @change=${(event) => take(event.target)}>
        </div>
        <form id="paste" ?hidden=${!this.isPasting} @submit=${(event) => this.takeText(event)}>
          <label class="field"><span>Name</span><input type="text" name="path" required maxlength="512" value="notes/pasted.md" spellcheck="false"></label>
          <label class="field"><span>Text</span><textarea name="text" required rows="8" spellcheck="false"></textarea></label>
          <button class="button primary">Try it</button>
        </form>
        <p class="hint">Markdown, plain text, HTML, PDF, notebooks, JSON, CSV, decks of cards and more, up to 4 MB of text or 32 MB of PDF each. What cannot be read is refused with the reason.</p>
      </section>
      ${items.length === 0 ? nothing : drawBar(items)}
      ${intake.note === "" ? nothing : html`<p class="hint" role="status">${intake.note}</p>`}
      <ul class="stack intake">${repeat(items, ({ id }) => id, (item) => html`${keyed(item.id, drawItem(item, items.length === 1, this.draws))}`)}</ul>`;
  }

  paste(isPasting) {
    this.isPasting = isPasting;
    this.draws();
    if (isPasting) {
      document.querySelector("#paste textarea").focus();
    }
  }

  takeText(event) {
    event.preventDefault();
    const { path, text } = Object.fromEntries(new FormData(event.target));
    intake.add([{ file: new Blob([text]), path: path.trim() }]);
    event.target.reset();
    this.paste(false);
    announce(`${path} is tried`);
  }
}

const choose = (input) => document.getElementById(input).click();

function take(input) {
  const files = filesOfList(input.files);
  input.value = "";
  intake.add(files);
  announce(`${plural(files.length, "file")} chosen`);
}

/** What can be done with all of it. */
function drawBar(items) {
  const { storable } = intake;
  const some = (...states) => items.filter(({ state }) => states.includes(state)).length;
  const parts = [[some("checking"), "being tried"], [storable.length, "to store"], [some("storing"), "being stored"], [some("stored"), "stored"],
    [some("failed") + items.filter(isRefused).length, "not possible"]];
  return html`<div class="toolbar intake-bar">
    <p class="grow" role="status">${plural(items.length, "file")}: ${parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`).join(", ") || "nothing to do"}</p>
    <label class="switch"><span>Collection</span><input type="text" class="collection" .value=${intake.collection} pattern="[a-z0-9][a-z0-9_.\\-]{0,63}" maxlength="64" spellcheck="false"
      @change=${(event) => event.target.reportValidity() && intake.choose(event.target.value.trim() || "main")}></label>
    <button type="button" class="button" @click=${() => intake.clear()}>Clear</button>
    ${storable.length === 0 ? nothing : html`<button type="button" class="button primary" @click=${() => intake.store(storable)}>Store ${
      items.length === 1 ? "it" : plural(storable.length, "document")}</button>`}
  </div>`;
}

const isRefused = ({ state, documents }) => state === "checked" && documents.length > 0 && documents.every(({ status }) => status === "rejected");

function drawItem(item, isAlone, draws) {
  const { id, path, state } = item;
  return html`<li class="card intake-item ${state}" aria-labelledby="p-${id}">
    <div class="intake-head">
      <span class="mono intake-path" id="p-${id}">${path}</span>
      ${drawState(item)}
      <span class="grow"></span>
      ${state === "checked" && intake.storable.includes(item) && !isAlone ? html`<button type="button" class="button small" @click=${() => intake.store([item])}>Store<span class="visually-hidden"> ${path}</span></button>` : nothing}
      ${state === "storing" ? nothing : html`<button type="button" class="button small quiet" @click=${() => intake.dismiss(item)}>Dismiss<span class="visually-hidden"> ${path}</span></button>`}
    </div>
    ${drawBody(item, isAlone, draws)}
  </li>`;
}

function drawState(item) {
  switch (item.state) {
    case "checking":
      return badge("being tried");
    case "storing":
      return badge("being stored", "accent");
    case "stored":
      return badge("stored", "good");
    case "failed":
      return badge("not possible", "bad");
    default:
      return isRefused(item) ? badge("refused", "bad") : badge({ added: "new", changed: "changed", unchanged: "unchanged" }[item.documents[0]?.status] ?? "tried", "accent");
  }
}

function drawBody(item, isAlone, draws) {
  const { state, problem, job } = item;
  switch (state) {
    case "checking":
      return html`<div class="intake-wait"><progress aria-label="Trying ${item.path}"></progress></div>`;
    case "storing":
      return job === null ? html`<div class="intake-wait"><progress aria-label="Sending ${item.path}"></progress></div>` : drawProgress(job);
    case "failed":
      return drawFailed(item, problem);
    default:
      return html`${drawFates(item, state === "stored", isAlone, draws)}${state === "stored" || isRefused(item) ? nothing : drawPlace(item)}`;
  }
}

/** Why an item was not stored, and what can be done: a job that was given up is tried again as it is. */
function drawFailed(item, problem) {
  const again = async () => {
    if (item.group === null) {
      intake.try(item);
      return;
    }
    if (problem.job?.state === "given_up") {
      await retry(problem.job).catch(() => {});
    }
    intake.store(intake.items.filter(({ group, state }) => group === item.group && state === "failed"));
  };
  return html`${problemNote(problem, { retry: again })}${drawPlace(item)}`;
}

/** Where the document will be, which can be changed before it is stored. */
const drawPlace = (item) => html`<details class="place"><summary>Store it under another path</summary>
  <label class="field"><span>Path</span><input type="text" maxlength="512" spellcheck="false" .value=${item.path}
    @change=${(event) => intake.rename(item, event.target.value.trim())}></label></details>`;

function drawFates({ documents, more = 0, path }, isDone, isAlone, draws) {
  const shown = documents.slice(0, mostParts);
  const left = documents.length - shown.length + more;
  return html`
    ${documents.length === 0 ? html`<p>Nothing can be read of it.</p>` : nothing}
    ${shown.map((document) => drawFate(document, { isDone, isAlone: isAlone && documents.length === 1, named: document.path !== path, draws }))}
    ${left > 0 ? html`<p class="hint">and ${plural(left, "more document")} of this file</p>` : nothing}`;
}

function drawFate(document, { isDone, isAlone, named, draws }) {
  const { status, report, rejection, samples = [], url } = document;
  return html`<div class="fate">
    <p class="fate-words">${named ? html`<span class="mono">${document.path}</span> ` : nothing}${fateOf(document, isDone)}${
      isDone && url !== null ? html` · <a href=${url.replace("/v1", "")}>Open it</a> · <a href=${href("/", { document: document.id })}>Search in it</a>` : nothing}</p>
    ${rejection === null ? nothing : drawRejection(rejection, draws)}
    ${report === null || status === "unchanged" ? nothing : drawReport(report)}
    ${samples.length === 0 ? nothing : html`<details class="samples" ?open=${isAlone}><summary>What would change</summary>${drawSamples(samples)}</details>`}
  </div>`;
}

/** Why a document is refused, and what to do about it. */
function drawRejection({ stage, line, reason, code }, draws) {
  return html`<div class="rejection"><p><strong>${line === null ? "The whole document" : `Line ${line}`}</strong>: ${reason} <span class="hint">(refused at ${stage})</span></p>
    <p class="hint">${code === null ? "Mend the file and drop it again." : remedyOf(code, draws) || "\u00a0"}</p></div>`;
}

function drawReport({ coverage, counts, warnings = [], unaccounted = [] }) {
  const kind = coverage === 1 ? "good" : coverage >= 0.9 ? "warn" : "bad";
  const covered = `${shareInWords(coverage)} of the lines are accounted for`;
  return html`
    <div class="coverage">${meter(coverage, covered, kind)}<span>${covered}: ${countsInWords(counts)}.</span></div>
    ${unaccounted.length === 0 ? nothing : html`<p class="hint">In nothing: ${unaccounted.slice(0, 12).map(linesInWords).join(", ")}${unaccounted.length > 12 ? " and more" : ""}.</p>`}
    ${warnings.length === 0 ? nothing : html`<ul class="plain-list warnings">${warnings.slice(0, 8).map((warning) => html`<li>${badge("warning", "warn")} ${warning}</li>`)}</ul>`}`;
}

const signs = { added: "+", changed: "~", removed: "−" };
const signWords = { added: "To be added", changed: "To be changed", removed: "To be removed" };

const drawSamples = (samples) => html`<ul class="plain-list">${samples.map(({ change, kind, title, text, line }) => html`<li class="sample ${change}">
  <span class="sign" role="img" aria-label=${signWords[change]}>${signs[change]}</span>
  <span><span class="soft">${kind}${line > 0 ? `, line ${line}` : ""}</span> ${title}${text === "" ? nothing : html`<br><span class="soft">${text}</span>`}</span></li>`)}</ul>`;
