// The lines of a stored text as they are read: they grow where they are scrolled to, and are
// picked by their numbers. It promises that what was in sight stays there when lines come in.
import { announce, html, nothing, repeat } from "./dom.js";
import { inWords } from "./citation.js";
import { writeLines } from "./searchstate.js";
import { TextWindow } from "./textwindow.js";

export class ReaderText {
  /** room is where it is drawn; draw() draws it anew, pick(lines) is told what is picked, fail(problem) what went wrong. */
  constructor(room, { draw, pick, fail }) {
    Object.assign(this, { room, draw, pick, fail });
    this.reset();
  }

  reset() {
    this.watcher?.disconnect();
    Object.assign(this, { text: null, picked: null, active: 0, isGrowing: false });
  }

  /** Reads a text around a place; put() shows it. */
  async read(id, bytes, lines, signal) {
    const text = new TextWindow(id, bytes, signal);
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

  /** Takes what is picked, and brings it where it is not here yet. */
  show(lines) {
    this.picked = lines;
    const { text } = this;
    if (lines !== null && text !== null && !text.has(lines.first)) {
      this.read(text.id, text.bytes, lines, text.signal).then((other) => text === this.text && this.put(other, lines)).catch(this.fail);
    }
  }

  /** Goes to what is picked or cited once the lines are drawn again. */
  comeBack(cited) {
    if (this.text !== null) {
      this.scrollTo((this.picked ?? cited ?? { first: 1 }).first);
      this.watch();
    }
  }

  async grow(end) {
    if (this.text === null || this.isGrowing) {
      return;
    }
    this.isGrowing = true;
    const { text } = this;
    const scroller = this.scroller();
    const height = scroller.scrollHeight;
    try {
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

  scrollTo(number) {
    const line = this.lineAt(number);
    if (line === null) {
      return;
    }
    const scroller = this.scroller();
    const isPage = scroller === document.scrollingElement;
    const top = line.getBoundingClientRect().top - (isPage ? 0 : scroller.getBoundingClientRect().top);
    scroller.scrollTop += top - (isPage ? window.innerHeight : scroller.clientHeight) / 4;
  }

  // ---- picking

  click(event, number) {
    event.preventDefault();
    const from = event.shiftKey ? this.picked?.first ?? this.active : number;
    this.select({ first: Math.min(from, number), last: Math.max(from, number) }, number);
  }

  select(lines, active) {
    this.active = active;
    this.pick(lines);
    announce(`Picked ${inWords(lines)}`);
  }

  /** Moves along the line numbers, and with shift held picks what is passed. */
  press(event) {
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

  // ---- drawing

  /** Draws the lines; cited are those that are marked. */
  render(cited) {
    const { text, picked } = this;
    const numbers = text.lines.map((_, i) => text.first + i);
    const isMissing = picked !== null && text.isWhole && picked.first > text.last;
    return html`
      ${text.first > 1 ? drawEnd("earlier", html`<button type="button" class="button quiet small" @click=${() => this.grow("earlier")}>Earlier lines</button>`) : nothing}
      <ol class="text-lines" start=${text.first} @keydown=${(event) => this.press(event)}>${repeat(numbers, (n) => n, (n) => this.drawLine(n, cited))}</ol>
      ${text.isWhole ? html`<p class="text-end soft">${text.lines.length === 0 ? "The text is empty." : isMissing ? `The text ends here: there is no ${inWords(picked)}.` : "End of the text"}</p>`
        : drawEnd("later", html`<button type="button" class="button quiet small" @click=${() => this.grow("later")}>Later lines</button>`)}`;
  }

  drawLine(number, cited) {
    const isPicked = within(number, this.picked) && !sameLines(this.picked, cited);
    return html`<li id="L${number}" class="line ${within(number, cited) ? "cited" : ""} ${isPicked ? "picked" : ""}" value=${number}>
      <a class="line-number" href=${writeLines({ first: number, last: number })} tabindex=${number === this.active ? 0 : -1}
        aria-label="Line ${number}" aria-current=${isPicked ? "true" : nothing} @click=${(event) => this.click(event, number)}>${number}</a>
      <span class="line-text">${this.text.lines[number - this.text.first]}</span></li>`;
  }
}

const drawEnd = (end, button) => html`<p class="text-end" data-end=${end}>${button}</p>`;
const within = (number, lines) => lines !== null && number >= lines.first && number <= lines.last;
const sameLines = (a, b) => a !== null && b !== null && a.first === b.first && a.last === b.last;
