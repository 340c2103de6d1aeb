// The reader: a stored document with the cited lines marked, alone at /documents/{id} or
// beside the hits. It promises that what is marked is what the server says is cited, and
// that the lines that somebody picks are in the address.
import { get } from "./api.js";
import { formatCount, html, nothing, problemNote, render, setTitle, skeleton, style } from "./dom.js";
import { documentHref, entryPath, linesOf } from "./citation.js";
import * as keys from "./keys.js";
import { neighbours } from "./neighbours.js";
import { drawAbout, drawEntryLine, drawTools, drawVerified, drawWhere, kindNames } from "./readerhead.js";
import { drawEntry, readEntry } from "./readerentry.js";
import { EntryList } from "./readerlist.js";
import { documentOf, go } from "./route.js";
import { ReaderText } from "./readertext.js";
import { readLines } from "./searchstate.js";
import { loadTopics } from "./topics.js";

await Promise.all([style("search.css"), style("reader.css")]);

export default {
  title: "Document",
  mount(root, url) {
    const reader = new Reader(root, {
      level: 1,
      go: ({ open, lines, as }) => go(addressOf(open, lines, as), { replace: true }),
    });
    let shown = null;
    const addressOf = (open = shown.entry, lines = shown.lines, as = shown.as) => documentHref(
      shown.document, open === shown.entry ? lines : null, { entry: open, as: as === "text" ? "" : as },
    );
    const update = (next) => {
      shown = {
        document: documentOf(next), entry: next.searchParams.get("entry") ?? "", lines: readLines(next.hash),
        as: next.searchParams.get("as") ?? "text",
      };
      reader.show(shown);
    };
    update(url);
    return { update, unmount: () => reader.unmount() };
  },
};

// What is shown of a document: not where its lines went, of which there may be thousands.
const shownOfDocument = [
  "id", "collection", "path", "title", "sha256", "text_of", "bytes", "language", "licence", "source_url", "author", "date",
  "report.format", "report.coverage", "report.counts",
].join(",");

export class Reader {
  /** close is called where the reader can be left; go(changes) where its address changes. */
  constructor(room, { level, close, go: change }) {
    Object.assign(this, { room, level, close, change });
    this.loading = new AbortController();
    this.focusNext = false;
    this.lines = new ReaderText(room, { draw: () => this.draw(), pick: (lines) => change({ lines }), fail: (problem) => this.fail(problem) });
    this.list = new EntryList(() => this.draw());
    this.reset("");
    this.leave = keys.bind({
      p: { does: "Previous entry of the document", run: () => this.turn("previous") },
      n: { does: "Next entry of the document", run: () => this.turn("next") },
      t: { does: "Text or what was read of it", run: () => this.toggle() },
    }, "Reader");
    room.addEventListener("keydown", (event) => this.pressed(event));
    loadTopics().then(() => this.draw());
  }

  unmount() {
    this.leave();
    this.loading.abort();
    this.lines.reset();
  }

  reset(key) {
    this.loading.abort();
    this.loading = new AbortController();
    this.lines.reset();
    Object.assign(this, {
      key, document: null, entry: null, verification: null, drawn: null, problem: null, next: null,
      cited: null, hint: null, as: "text",
    });
  }

  /** Shows nothing. */
  clear() {
    if (this.key !== "") {
      this.reset("");
    }
    this.draw();
  }

  /** Brings the focus to the title, as soon as there is one. */
  focus() {
    this.focusNext = true;
    this.draw();
  }

  /**
   * Shows a document, an entry where it stands, or both. source and title are what is known
   * already of an entry, so that its lines need not wait for it; lines were picked.
   */
  show({ document = "", entry = "", source, title = "", lines = null, as = "text" }) {
    const key = entry || document;
    const isNew = key !== this.key;
    if (isNew) {
      this.reset(key);
      this.hint = { title, source };
    }
    const isBack = this.as !== "text" && as === "text" && !isNew;
    this.as = as === (entry === "" ? "entries" : "entry") ? as : "text";
    this.lines.show(lines);
    if (isNew) {
      this.load(document || source?.document_id || "", entry, source).catch((problem) => this.fail(problem));
    }
    if (this.as === "entry") {
      this.readEntry(key);
    }
    this.listEntries();
    this.draw();
    if (isBack) {
      this.lines.comeBack(this.cited);
    }
  }

  // ---- loading

  async load(document, entry, source) {
    const { signal } = this.loading;
    if (entry !== "") {
      this.verify(entry, signal);
    }
    const reading = entry === "" ? null : get(entryPath(entry), { view: "full" }, { signal });
    const known = source ?? (await reading)?.source;
    const id = document || known.document_id;
    this.cited = known ? { ...linesOf(known), bytes: [known.byte_start, known.byte_end] } : this.lines.picked;
    const place = this.lines.picked ?? this.cited ?? { first: 1, last: 1 };
    const [about, read, text] = await Promise.all([
      get(`/v1/documents/${encodeURIComponent(id)}`, { fields: shownOfDocument }, { signal }),
      reading,
      this.lines.read(id, this.cited?.bytes ?? null, place, signal),
    ]);
    if (signal.aborted) {
      return;
    }
    Object.assign(this, { document: about, entry: read });
    if (this.level === 1) {
      setTitle(about.title || about.path);
    }
    this.listEntries();
    this.lines.put(text, place);
    if (read !== null) {
      this.next = await neighbours(read, signal);
      this.draw();
    }
  }

  /** Asks whether the text still has what the entry says. */
  verify(entry, signal) {
    get(`${entryPath(entry)}/verify`, {}, { signal }).then((verification) => {
      this.verification = verification;
      this.draw();
    }).catch(() => {});
  }

  /** Brings the entry as it is read, once. */
  async readEntry(id) {
    if (this.drawn === null) {
      this.drawn = await readEntry(id, this.loading.signal);
      this.draw();
    }
  }

  listEntries() {
    if (this.as === "entries" && this.document !== null) {
      this.list.show(this.document.id, this.document.report.counts, this.loading.signal);
    }
  }

  fail(problem) {
    if (problem.name !== "AbortError") {
      this.problem = problem;
      this.draw();
    }
  }

  // ---- keys

  pressed(event) {
    if (event.key === "Escape" && this.close && !event.defaultPrevented) {
      event.preventDefault();
      this.close();
    }
  }

  /** Goes to the entry before or behind this one. */
  turn(way) {
    const to = this.next?.[way];
    if (!to) {
      return false;
    }
    this.change({ open: to, lines: null });
    return true;
  }

  toggle() {
    if (this.document === null) {
      return false;
    }
    const other = this.entry === null ? "entries" : "entry";
    this.change({ as: this.as === "text" ? other : "text" });
    return true;
  }

  // ---- drawing

  draw() {
    render(this.key === "" ? this.drawIdle() : this.drawReader(), this.room);
    if (this.focusNext) {
      const title = this.room.querySelector("#reader-title");
      this.focusNext = title === null;
      title?.focus({ preventScroll: true });
    }
  }

  drawIdle() {
    return html`<div class="reader-idle"><p>The cited lines open here.</p>
      <p class="hint"><kbd>↓</kbd> <kbd>↑</kbd> walk the hits, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> leaves.</p></div>`;
  }

  drawReader() {
    const { document, entry } = this;
    const lines = this.lines.picked ?? this.cited;
    return html`<section class="reader" aria-labelledby="reader-title">
      <header class="reader-head">
        <div class="reader-bar">
          ${this.close ? html`<button type="button" class="button quiet small" @click=${() => this.close()}>← Hits</button>` : nothing}
          <span class="grow"></span>
          ${this.drawTurns()}
          ${this.drawSwitch()}
        </div>
        ${this.drawTitle()}
        <p class="reader-where">${drawWhere(document?.path ?? this.hint?.source?.path ?? "", lines)}
          ${entry === null && this.hint?.source === undefined ? nothing : drawVerified(this.verification)}</p>
        <div class="reader-entry" ?hidden=${this.key.startsWith("d_")}>${entry === null ? nothing : drawEntryLine(entry)}</div>
        <div class="reader-tools">${document === null ? nothing : drawTools({ document, entry, lines, isAlone: this.level === 1 })}</div>
        <details class="reader-about"><summary>About this document</summary>${document === null ? nothing : drawAbout(document)}</details>
      </header>
      ${document === null && this.problem === null ? html`<div class="reader-body">${skeleton(14)}</div>` : html`
        <div class="reader-body ${this.as}" tabindex="0" role="region" aria-label=${{ text: "Stored text", entry: "The entry", entries: "Entries of the document" }[this.as]}>${
          this.problem !== null ? this.drawProblem() : this.drawBody()}</div>`}
    </section>`;
  }

  again() {
    const { key, as, lines: { picked } } = this;
    this.key = "";
    this.show(key.startsWith("d_") ? { document: key, lines: picked, as } : { entry: key, lines: picked, as });
  }

  drawBody() {
    switch (this.as) {
      case "entry":
        return drawEntry(this.entry, this.drawn);
      case "entries":
        return this.list.render();
      default:
        return this.lines.render(this.cited);
    }
  }

  drawProblem() {
    return html`${problemNote(this.problem, { retry: () => this.again() })}${this.problem.status === 404 ? html`
      <p>It may have been replaced or removed since. <a href="/corpus">See which documents there are</a>, or <a href="/">search for its words</a>.</p>` : nothing}`;
  }

  drawTitle() {
    const title = this.document?.title || this.document?.path || this.hint?.title || "Document";
    return this.level === 1 ? html`<h1 id="reader-title" tabindex="-1">${title}</h1>` : html`<h2 id="reader-title" tabindex="-1">${title}</h2>`;
  }

  drawTurns() {
    const { entry, next } = this;
    if (entry === null) {
      return nothing;
    }
    const name = kindNames[entry.kind].toLowerCase();
    return html`
      <button type="button" class="button quiet icon small" aria-label="Previous ${name} of this document" title="Previous ${name} (p)" ?disabled=${!next?.previous} @click=${() => this.turn("previous")}>‹</button>
      <button type="button" class="button quiet icon small" aria-label="Next ${name} of this document" title="Next ${name} (n)" ?disabled=${!next?.next} @click=${() => this.turn("next")}>›</button>`;
  }

  drawSwitch() {
    const { document, entry } = this;
    if (document === null) {
      return nothing;
    }
    const entries = Object.values(document.report.counts).reduce((sum, count) => sum + count, 0);
    const other = entry === null ? ["entries", `Entries (${formatCount(entries)})`] : ["entry", kindNames[entry.kind]];
    return html`<div class="reader-switch" role="group" aria-label="Show">${[["text", "Text"], other].map(([as, text]) => html`
      <button type="button" class="chip" aria-pressed=${String(this.as === as)} @click=${() => this.change({ as })}>${text}</button>`)}</div>`;
  }
}
