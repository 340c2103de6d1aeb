// The reader: a stored document with the cited lines marked, alone at /documents/{id} or
// beside the hits. It promises that what is marked is what the server says is cited, and
// that the lines that somebody picks are in the address.
import { get, html as fragment } from "./api.js";
import { announce, html, markup, nothing, problemNote, render, repeat, setTitle, skeleton, style } from "./dom.js";
import { documentHref, entryPath, inWords, linesOf } from "./citation.js";
import * as keys from "./keys.js";
import { neighbours } from "./neighbours.js";
import { drawAbout, drawEntryLine, drawTools, drawVerified, drawWhere, kindNames } from "./readerhead.js";
import { documentOf, go } from "./route.js";
import { readLines, writeLines } from "./searchstate.js";
import { TextWindow } from "./textwindow.js";
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
      shown.document, open === shown.entry ? lines : null, { entry: open, as: as === "entry" ? as : "" },
    );
    const update = (next) => {
      shown = {
        document: documentOf(next), entry: next.searchParams.get("entry") ?? "", lines: readLines(next.hash),
        as: next.searchParams.get("as") === "entry" ? "entry" : "text",
      };
      reader.show(shown);
    };
    update(url);
    return { update, unmount: () => reader.unmount() };
  },
};

export class Reader {
  /** close is called where the reader can be left; go(changes) where its address changes. */
  constructor(room, { level, close, go: change }) {
    Object.assign(this, { room, level, close, change });
    this.loading = new AbortController();
    this.focusNext = false;
    this.reset("");
    this.leave = keys.bind({
      "[": { does: "Previous entry of the document", run: () => this.turn("previous") },
      "]": { does: "Next entry of the document", run: () => this.turn("next") },
      t: { does: "Text or entry", run: () => this.toggle() },
    }, "Reader");
    room.addEventListener("keydown", (event) => this.pressed(event));
    loadTopics().then(() => this.draw());
  }

  unmount() {
    this.leave();
    this.loading.abort();
    this.watcher?.disconnect();
  }

  reset(key) {
    this.loading.abort();
    this.loading = new AbortController();
    this.watcher?.disconnect();
    Object.assign(this, {
      key, text: null, document: null, entry: null, verification: null, drawn: null, problem: null, next: null,
      cited: null, picked: null, hint: null, as: "text", active: 0,
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
    const isElsewhere = !isNew && lines !== null && !this.isInSight(lines);
    Object.assign(this, { picked: lines, as: entry === "" ? "text" : as });
    if (isNew) {
      this.load(document || source?.document_id || "", entry, source).catch((problem) => this.fail(problem));
    } else if (isElsewhere && this.text !== null) {
      this.leap(lines).catch((problem) => this.fail(problem));
    }
    if (this.as === "entry") {
      this.drawEntry(key);
    }
    this.draw();
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
    this.cited = known ? { ...linesOf(known), bytes: [known.byte_start, known.byte_end] } : this.picked;
    const place = this.picked ?? this.cited ?? { first: 1, last: 1 };
    const [about, read, text] = await Promise.all([
      get(`/v1/documents/${encodeURIComponent(id)}`, { view: "full" }, { signal }),
      reading,
      this.textAround(id, place),
    ]);
    if (signal.aborted) {
      return;
    }
    Object.assign(this, { document: about, entry: read });
    if (this.level === 1) {
      setTitle(about.title || about.path);
    }
    this.put(text, place);
    if (read !== null) {
      this.next = await neighbours(read, signal);
      this.draw();
    }
  }

  async textAround(id, lines) {
    const text = new TextWindow(id, this.cited?.bytes ?? null, this.loading.signal);
    await text.open(lines);
    return text;
  }

  /** Shows a text from a place on. */
  put(text, { first }) {
    this.text = text;
    this.active = Math.min(first, Math.max(text.last, 1));
    this.draw();
    this.scrollTo(Math.min(first, text.last));
    this.watch();
  }

  async leap(lines) {
    const { text } = this;
    const other = await this.textAround(text.id, lines);
    if (text === this.text) {
      this.put(other, lines);
    }
  }

  /** Asks whether the text still has what the entry says. */
  verify(entry, signal) {
    get(`${entryPath(entry)}/verify`, {}, { signal }).then((verification) => {
      this.verification = verification;
      this.draw();
    }).catch(() => {});
  }

  async drawEntry(id) {
    if (this.drawn !== null) {
      return;
    }
    const { signal } = this.loading;
    try {
      const drawn = await fragment(entryPath(id), {}, { signal });
      this.drawn = { drawn };
    } catch (problem) {
      if (problem.name === "AbortError") {
        return;
      }
      this.drawn = { problem };
    }
    this.draw();
  }

  fail(problem) {
    if (problem.name !== "AbortError") {
      this.problem = problem;
      this.draw();
    }
  }

  async grow(end) {
    if (this.text === null || this.isGrowing) {
      return;
    }
    this.isGrowing = true;
    const { text } = this;
    const scroller = this.scroller();
    try {
      const height = scroller.scrollHeight;
      await text[end]();
      if (text === this.text) {
        this.draw();
        scroller.scrollTop += end === "earlier" ? scroller.scrollHeight - height : 0;
        this.watch();
      }
    } catch (problem) {
      this.fail(problem);
    }
    this.isGrowing = false;
  }

  /** Brings more lines as soon as an end of the window comes near. */
  watch() {
    this.watcher?.disconnect();
    const scroller = this.scroller();
    const root = scroller === document.scrollingElement ? null : scroller;
    this.watcher = new IntersectionObserver((seen) => {
      const near = seen.find((one) => one.isIntersecting);
      if (near) {
        this.grow(near.target.dataset.end);
      }
    }, { root, rootMargin: "300px" });
    this.room.querySelectorAll("[data-end]").forEach((end) => this.watcher.observe(end));
  }

  // ---- places

  /** What scrolls: the room of the lines, in a low window all of the reader, or else the page. */
  scroller() {
    return [...this.room.querySelectorAll(".reader-body, .reader")]
      .find((one) => getComputedStyle(one).overflowY === "auto") ?? document.scrollingElement;
  }

  lineAt(number) {
    return this.room.querySelector(`#L${number}`);
  }

  isInSight({ first }) {
    return this.text !== null && first >= this.text.first && first <= this.text.last;
  }

  scrollTo(number) {
    const line = this.lineAt(number);
    const scroller = this.scroller();
    if (line === null) {
      return;
    }
    const isPage = scroller === document.scrollingElement;
    const top = line.getBoundingClientRect().top - (isPage ? 0 : scroller.getBoundingClientRect().top);
    scroller.scrollTop += top - (isPage ? window.innerHeight : scroller.clientHeight) / 4;
  }

  // ---- picking lines

  pick(event, number) {
    event.preventDefault();
    const from = event.shiftKey ? this.picked?.first ?? this.active : number;
    this.select({ first: Math.min(from, number), last: Math.max(from, number) }, number);
  }

  select(lines, active) {
    this.active = active;
    this.change({ lines });
    announce(`${inWords(lines)[0].toUpperCase()}${inWords(lines).slice(1)} picked`);
  }

  /** Moves along the line numbers, and with shift held picks what is passed. */
  inLines(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (by === undefined || !event.target.classList.contains("line-number")) {
      return;
    }
    event.preventDefault();
    const to = Math.max(this.text.first, Math.min(this.text.last, this.active + by));
    if (event.shiftKey) {
      const { first, last } = this.picked ?? { first: this.active, last: this.active };
      const anchor = this.active === first ? last : first;
      this.select({ first: Math.min(anchor, to), last: Math.max(anchor, to) }, to);
    }
    this.active = to;
    this.draw();
    this.lineAt(to)?.querySelector(".line-number").focus();
  }

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
    if (this.entry === null) {
      return false;
    }
    this.change({ as: this.as === "entry" ? "text" : "entry" });
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
    const lines = this.picked ?? this.cited;
    return html`<section class="reader" aria-labelledby="reader-title">
      <header class="reader-head">
        <div class="reader-bar">
          ${this.close ? html`<button type="button" class="button quiet small" @click=${() => this.close()}>← Back to the hits</button>` : nothing}
          <span class="grow"></span>
          ${this.drawTurns()}
          ${this.drawSwitch()}
        </div>
        ${this.drawTitle()}
        <p class="reader-where">${drawWhere(document?.path ?? this.hint?.source?.path ?? "", lines)}
          ${entry === null && this.hint?.source === undefined ? nothing : drawVerified(this.verification)}</p>
        <div class="reader-entry">${entry === null ? nothing : drawEntryLine(entry)}</div>
        <div class="reader-tools">${document === null ? nothing : drawTools({ document, entry, lines, isAlone: this.level === 1 })}</div>
        <details class="reader-about"><summary>About this document</summary>${document === null ? nothing : drawAbout(document)}</details>
      </header>
      ${document === null && this.problem === null ? html`<div class="reader-body">${skeleton(14)}</div>` : html`
        <div class="reader-body ${this.as}" tabindex="0" role="region" aria-label=${this.as === "entry" ? "The entry" : "Stored text"}>${
          this.problem !== null ? this.drawProblem() : this.as === "entry" ? this.drawFragment() : this.drawLines()}</div>`}
    </section>`;
  }

  again() {
    const { key, picked, as, level } = this;
    this.key = "";
    this.show(level === 1 && !/^[qgfsp]_/.test(key) ? { document: key, lines: picked, as } : { entry: key, lines: picked, as });
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
      <button type="button" class="button quiet icon small" aria-label="Previous ${name} of this document" title="Previous ${name} ([)" ?disabled=${!next?.previous} @click=${() => this.turn("previous")}>‹</button>
      <button type="button" class="button quiet icon small" aria-label="Next ${name} of this document" title="Next ${name} (])" ?disabled=${!next?.next} @click=${() => this.turn("next")}>›</button>`;
  }

  drawSwitch() {
    const to = (as, text) => html`<button type="button" class="chip" aria-pressed=${String(this.as === as)} @click=${() => this.change({ as })}>${text}</button>`;
    return this.entry === null ? nothing : html`<div class="reader-switch" role="group" aria-label="Show">${to("text", "Text")}${to("entry", kindNames[this.entry.kind])}</div>`;
  }

  drawFragment() {
    if (this.drawn === null) {
      return skeleton(8);
    }
    return this.drawn.problem ? problemNote(this.drawn.problem) : html`<div class="prose">${markup(this.drawn.drawn)}</div>`;
  }

  drawLines() {
    const { text } = this;
    const numbers = text.lines.map((_, i) => text.first + i);
    const missing = this.picked !== null && text.isWhole && this.picked.first > text.last;
    return html`
      ${text.first > 1 ? html`<p class="more-lines" data-end="earlier"><button type="button" class="button quiet small" @click=${() => this.grow("earlier")}>Earlier lines</button></p>` : nothing}
      <ol class="lines" start=${text.first} @keydown=${(event) => this.inLines(event)}>${repeat(numbers, (n) => n, (n) => this.drawLine(n))}</ol>
      ${text.isWhole ? html`<p class="more-lines soft">${text.lines.length === 0 ? "The text is empty." : missing ? `The text ends here: there is no ${inWords(this.picked)}.` : "End of the text"}</p>`
        : html`<p class="more-lines" data-end="later"><button type="button" class="button quiet small" @click=${() => this.grow("later")}>Later lines</button></p>`}`;
  }

  drawLine(number) {
    const isCited = within(number, this.cited);
    const isPicked = within(number, this.picked) && !sameLines(this.picked, this.cited);
    return html`<li id="L${number}" class="line ${isCited ? "cited" : ""} ${isPicked ? "picked" : ""}" value=${number}>
      <a class="line-number" href=${writeLines({ first: number, last: number })} tabindex=${number === this.active ? 0 : -1}
        aria-label="Line ${number}" aria-current=${isPicked ? "true" : nothing} @click=${(event) => this.pick(event, number)}>${number}</a>
      <span class="line-text">${this.text.lines[number - this.text.first]}</span></li>`;
  }
}

const within = (number, lines) => lines !== null && number >= lines.first && number <= lines.last;
const sameLines = (a, b) => a !== null && b !== null && a.first === b.first && a.last === b.last;
