// A list of the server that is shown a page after the other, and small things that the
// parts of the corpus share. It promises that an older answer never replaces a newer one,
// and that nobody asks for all of a list.
import { get } from "./api.js";
import { formatCount, html, nothing, problemNote, skeleton } from "./dom.js";

const usualSize = 20;

/** A list under an address, as far as it was asked for. */
export class Pages {
  constructor(path, changed, size = usualSize) {
    Object.assign(this, { path, changed, size });
    this.asked = new AbortController();
    this.forget("");
  }

  forget(key) {
    Object.assign(this, { key, items: null, total: 0, next: null, notes: [], problem: null, isLoading: false });
  }

  /** Shows the list with these parameters; where they are the same it stays as it is. */
  show(params) {
    const key = JSON.stringify(params);
    if (key !== this.key) {
      this.forget(key);
      this.params = params;
      this.load("");
    }
  }

  /** Asks anew for as much as is shown. */
  async again() {
    const shown = this.items?.length ?? 0;
    await this.load("", Math.min(100, Math.max(this.size, shown)));
  }

  more() {
    return this.load(this.next);
  }

  async load(cursor, limit = this.size) {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    Object.assign(this, { isLoading: true, problem: null });
    this.changed();
    try {
      const page = await get(this.path, { ...this.params, limit, cursor }, { signal });
      this.items = cursor === "" ? page.items : [...this.items, ...page.items];
      Object.assign(this, { total: page.total, next: page.next_cursor, notes: page.notes ?? [] });
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      this.problem = problem;
    }
    this.isLoading = false;
    this.changed();
  }

  stop() {
    this.asked.abort();
  }

  /** Draws the items, or why there are none; none is what to say then. */
  draw(drawItems, none) {
    if (this.items === null) {
      return this.problem === null ? skeleton(12) : problemNote(this.problem, { retry: () => this.load("") });
    }
    return html`
      ${this.notes.map((note) => html`<p class="hint">${note}</p>`)}
      ${this.items.length === 0 ? none : drawItems(this.items)}
      ${this.problem === null ? nothing : problemNote(this.problem, { retry: () => this.more() })}
      ${this.next === null ? nothing : html`<p class="more"><button type="button" class="button" ?disabled=${this.isLoading} @click=${() => this.more()}>Show more</button>
        <span class="hint number">${formatCount(this.items.length)} of ${formatCount(this.total)}</span></p>`}`;
  }
}

/** A share as a percentage that says 100 % of all alone. */
export const shareInWords = (share) => (share === 1 ? "100 %" : `${Math.floor(share * 1000) / 10} %`);

/** The address in the reader of what the API names: "/v1/documents/d_x/content#L3-L5". */
export const readerHref = (url) => url.replace("/v1", "").replace("/content", "");

/** "line 3" or "lines 3–5". */
export const linesInWords = ({ line_start: first, line_end: last }) => (first === last ? `line ${first}` : `lines ${first}–${last}`);

/** Where an entry stands, as a link into the reader. */
export const drawSource = (source) => html`<a class="mono where" href=${readerHref(source.url)}>${source.path}<span class="soft">:${source.line_start}</span></a>`;
