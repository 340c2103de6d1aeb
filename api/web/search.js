// The view "Search": hits while somebody types, filters with counts, and beside them the
// stored document with the cited lines marked. It promises that an older answer never
// replaces a newer one, and that all it shows is in the address.
import { get, send } from "./api.js";
import { announce, createRef, debounce, html, keyed, nothing, on, plural, problemNote, ref, render, repeat, setTitle, skeleton, style } from "./dom.js";
import { drawFilters, kinds } from "./facets.js";
import { drawHit } from "./hits.js";
import * as keys from "./keys.js";
import { Reader } from "./reader.js";
import { go } from "./route.js";
import { drawSummary } from "./searchsummary.js";
import {
  asking, filterCount, moreParams, pageSize, readState, searchKey, searchParams, sidewaysQueries, toggled, unfiltered, writeState,
} from "./searchstate.js";
import { loadTopics } from "./topics.js";
import { keepSearch, Welcome } from "./welcome.js";

await Promise.all([style("search.css"), style("reader.css")]);

const pause = 160;
const retryEvery = 2000;
const wide = matchMedia("(min-width: 64rem)");

export default {
  title: "Search",
  mount(root, url) {
    const view = new SearchView(root, url);
    return { update: (next) => view.update(next), unmount: () => view.unmount() };
  },
};

class SearchView {
  constructor(root, url) {
    this.root = root;
    this.state = readState(url);
    this.box = createRef();
    this.list = createRef();
    this.room = document.createElement("div");
    this.room.className = "reader-room";
    this.reader = new Reader(this.room, {
      level: 2,
      close: () => this.close(),
      go: (changes) => go(writeState({ ...this.state, ...changes }), { replace: true }),
    });
    this.answer = null;
    this.counts = new Map();
    this.problem = null;
    this.loading = false;
    this.isMoreLoading = false;
    this.explained = new Set();
    this.opened = new Set();
    this.countsDocuments = this.state.filters.document.length > 0;
    this.key = "";
    this.title = null;
    this.answered = 0; // how often hits came that are others than before
    this.asked = new AbortController();
    this.welcome = new Welcome(() => this.draw());
    this.isTyping = false; // whether the box is ahead of the address
    this.isDraft = false; // whether the newest address is of something that is still being typed
    this.typed = debounce(() => this.write(), pause);
    this.leave = [
      keys.bind({
        j: { does: "Next hit", run: () => this.step(1) },
        k: { does: "Previous hit", run: () => this.step(-1) },
      }, "Search"),
      on(wide, "change", () => this.draw()),
    ];
    this.update(url);
    this.box.value.value = this.state.q;
  }

  unmount() {
    this.typed.cancel();
    this.asked.abort();
    clearTimeout(this.retry);
    this.reader.unmount();
    this.leave.forEach((end) => end());
    setSheet(false);
  }

  /** Shows what an address says. */
  update(url) {
    this.state = readState(url);
    this.isDraft = false;
    const box = this.box.value;
    if (box && !this.isTyping && box.value.trim() !== this.state.q) {
      box.value = this.state.q;
    }
    if (this.title !== this.state.q) {
      this.title = this.state.q;
      setTitle(this.title || "Search");
      window.scrollTo(0, 0);
    }
    const key = searchKey(this.state);
    if (key !== this.key) {
      this.key = key;
      this.load();
    }
    this.show();
    this.draw();
  }

  // ---- asking

  /** What is typed stands in the address as well; all of one draft is one entry of the history. */
  write() {
    const { isDraft } = this;
    this.isTyping = false;
    this.ask({ replace: isDraft });
    this.isDraft = true;
  }

  /** Goes to the address of what is in the box. */
  ask({ replace = false } = {}) {
    this.typed.cancel();
    const q = this.box.value.value.trim();
    if (q !== this.state.q) {
      go(writeState(asking(this.state, { q, seed: 0 })), { replace });
    }
  }

  load() {
    this.asked.abort();
    clearTimeout(this.retry);
    this.asked = new AbortController();
    this.explained.clear();
    if (this.state.q === "") {
      Object.assign(this, { answer: null, problem: null, loading: false });
      this.welcome.load(this.state);
      return;
    }
    this.loading = true;
    this.search(this.asked.signal).catch((problem) => this.fail(problem));
  }

  /** Asks for hits, and, where filters are set, for the counts beside them. */
  async search(signal) {
    const { state } = this;
    const facets = ["kind", "difficulty", "topic", ...this.countsDocuments ? ["document"] : []];
    const sideways = sidewaysQueries(state, facets);
    const [answer, others] = await Promise.all([
      get("/v1/search", searchParams(state, facets), { signal }),
      sideways.length === 0 ? { items: [] } : send("POST", "/v1/search/batch", { queries: sideways }, { signal }),
      loadTopics(), // so that no name comes late and moves what stands behind it
    ]);
    if (signal.aborted) {
      return;
    }
    const counted = [answer.facets, ...others.items.map(({ result }) => result?.facets ?? {})];
    this.counts = new Map(counted.flatMap(Object.entries).map(([name, values]) => [name, new Map(values.map(({ value, count }) => [value, count]))]));
    Object.assign(this, { answer, problem: null, loading: false, answered: this.answered + 1 });
    this.show();
    this.draw();
    announce(hitsInWords(answer));
  }

  fail(problem) {
    if (problem.name === "AbortError") {
      return;
    }
    Object.assign(this, { problem, loading: false });
    if (problem.status === 503) {
      this.retry = setTimeout(() => this.load(), retryEvery);
    }
    this.draw();
  }

  /** Adds the next hits. What was changed meanwhile is searched for again, as far as it was shown. */
  async more() {
    const { signal } = this.asked;
    const shown = this.answer.items.length;
    this.isMoreLoading = true;
    this.draw();
    try {
      const next = await get("/v1/search", moreParams(this.state, this.answer.next_cursor), { signal });
      this.answer = { ...this.answer, items: [...this.answer.items, ...next.items], next_cursor: next.next_cursor };
      this.state = { ...this.state, shown: this.answer.items.length };
      this.key = searchKey(this.state);
      go(writeState(this.state), { replace: true });
      announce(`${plural(this.answer.items.length, "hit")} shown`);
    } catch (problem) {
      if (problem.status === 410) {
        go(writeState({ ...this.state, shown: shown + pageSize }), { replace: true });
      } else {
        this.fail(problem);
      }
    }
    this.isMoreLoading = false;
    this.draw();
    this.links()[shown]?.focus();
  }

  // ---- opening

  /** Brings the reader to what the state says is open. */
  show() {
    const { open, lines } = this.state;
    const isSheet = open !== "" && !wide.matches;
    if (open === "") {
      this.reader.clear();
    } else {
      const hit = this.answer?.items.find(({ id }) => id === open);
      this.reader.show({ entry: open, source: hit?.source, title: hit?.source.title, lines, as: this.state.as });
    }
    setSheet(isSheet);
  }

  /** Opens a hit, and brings the focus to what it opens. */
  open(event, hit) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    keepSearch(this.state.q);
    go(writeState({ ...this.state, open: hit.id, lines: null }));
    this.reader.focus();
  }

  close() {
    const { open } = this.state;
    go(writeState({ ...this.state, open: "", lines: null }));
    (this.linkOf(open) ?? this.box.value).focus();
  }

  // ---- keys

  focusBox() {
    this.box.value.focus();
    this.box.value.select();
  }

  links() {
    return [...this.root.querySelectorAll(".hit-link")];
  }

  linkOf(id) {
    return this.links().find((link) => link.closest(".hit").dataset.id === id);
  }

  /** Moves the focus along the hits; where a document is open beside them it follows. */
  step(by) {
    const links = this.links();
    const at = links.indexOf(document.activeElement);
    const from = at < 0 ? links.indexOf(this.linkOf(this.state.open)) : at;
    const to = links[Math.max(0, Math.min(links.length - 1, from + by))];
    if (to === undefined) {
      return;
    }
    to.focus();
    if (this.state.open !== "" && wide.matches) {
      go(writeState({ ...this.state, open: to.closest(".hit").dataset.id, lines: null }), { replace: true });
    }
  }

  inBox(event) {
    if (event.key === "ArrowDown" && this.links().length > 0) {
      event.preventDefault();
      this.links()[0].focus();
    }
  }

  inList(event) {
    if (!event.target.classList.contains("hit-link") || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const links = this.links();
    const moves = { ArrowDown: () => this.step(1), ArrowUp: () => this.up(), Home: () => links[0].focus(), End: () => links.at(-1).focus(), Escape: () => this.focusBox() };
    if (moves[event.key]) {
      event.preventDefault();
      moves[event.key]();
    }
  }

  up() {
    if (document.activeElement === this.links()[0]) {
      this.focusBox();
    } else {
      this.step(-1);
    }
  }

  // ---- drawing

  draw() {
    const { state } = this;
    const isOpen = state.open !== "";
    render(html`
      <h1 class="visually-hidden">Search</h1>
      <search class="asker">
        <form action="/" @submit=${(event) => this.submit(event)}>
          <label class="visually-hidden" for="q">What to look for</label>
          <input id="q" name="q" type="search" ${ref(this.box)} autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
            maxlength="2000" placeholder="Ask a question, or name a thing" aria-keyshortcuts="/"
            @input=${(event) => this.type(event)} @compositionend=${(event) => this.type(event)} @keydown=${(event) => this.inBox(event)}>
          <button class="button primary">Search</button>
        </form>
      </search>
      ${state.q === "" ? this.welcome.render(state) : this.drawFound()}
      <div class="sheet ${isOpen ? "open" : ""}" ?hidden=${state.q === "" && !isOpen}>${this.room}</div>`, this.root);
    this.root.classList.toggle("finding", state.q !== "" || isOpen);
  }

  /** Waits for a pause, and for what an input method composes. */
  type(event) {
    this.isTyping = true;
    if (!event.isComposing) {
      this.typed();
    }
  }

  submit(event) {
    event.preventDefault();
    this.isTyping = false;
    if (this.box.value.value.trim() !== "") {
      keepSearch(this.box.value.value.trim());
    }
    this.ask();
    this.isDraft = false;
  }

  drawFound() {
    const { state } = this;
    return html`
      <details class="filters" ?open=${wide.matches}>
        <summary>Filters${filterCount(state) > 0 ? ` (${filterCount(state)})` : ""}</summary>
        ${drawFilters({
          state, counts: this.counts, opened: this.opened,
          toggle: (name, value) => go(writeState(toggled(state, name, value))),
          clear: () => go(writeState(unfiltered(state))),
          choose: (mode) => go(writeState(asking(state, { mode }))),
          expand: (name) => this.expand(name),
        })}
      </details>
      <div class="found" aria-busy=${String(this.loading)}>
        <div class="summary">${this.problem === null && this.answer !== null ? drawSummary(this.answer, state, hitsInWords(this.answer)) : nothing}</div>
        ${this.drawList()}
      </div>`;
  }

  drawList() {
    if (this.problem !== null) {
      return problemNote(this.problem, { retry: () => this.load(), fix: (text) => this.fix(text) });
    }
    if (this.answer === null) {
      return skeleton(12);
    }
    const { items, next_cursor: cursor } = this.answer;
    return keyed(this.answered, html`
      <h2 class="visually-hidden">Hits</h2>
      <ol class="hits" ${ref(this.list)} @keydown=${(event) => this.inList(event)}>${repeat(items, ({ id }) => id, (hit) => drawHit(hit, {
        state: this.state, explained: this.explained,
        open: (event, one) => this.open(event, one),
        why: (id) => this.explain(id),
      }))}</ol>
      ${items.length === 0 ? this.drawNothing() : nothing}
      ${cursor === null ? nothing : html`<p><button type="button" class="button more" ?disabled=${this.isMoreLoading} @click=${() => this.more()}>${
        this.isMoreLoading ? "Loading…" : "More hits"}</button></p>`}`);
  }

  /** What may be done where nothing was found. */
  drawNothing() {
    const { state } = this;
    const ways = [
      filterCount(state) > 0 ? html`<li><button type="button" class="button" @click=${() => go(writeState(unfiltered(state)))}>Search without filters</button></li>` : nothing,
      /["]|(^|\s)-\S/.test(state.q) ? html`<li><a class="button" href=${writeState(asking(state, { q: state.q.replace(/"|(^|\s)-(?=\S)/g, "$1") }))}>Search without quotes and minuses</a></li>` : nothing,
      state.mode === "lexical" ? html`<li><a class="button" href=${writeState(asking(state, { mode: "hybrid" }))}>Search by meaning as well</a></li>` : nothing,
      html`<li><a class="button" href="/">Look at the topics</a></li>`,
      html`<li><a class="button" href="/corpus">Add a document that says it</a></li>`,
    ];
    return html`<div class="empty"><p class="empty-title">Nothing here has it</p><ul class="ways">${ways}</ul></div>`;
  }

  explain(id) {
    if (!this.explained.delete(id)) {
      this.explained.add(id);
    }
    this.draw();
  }

  expand(name) {
    if (name === "document" && !this.countsDocuments) {
      this.countsDocuments = true;
      this.load();
    } else {
      this.opened.add(name);
    }
    this.draw();
  }

  /** Takes a value that the server offers in the place of one that it refused. */
  fix(text) {
    const field = this.problem.errors[0]?.field ?? "q";
    const filters = { ...this.state.filters };
    if (field in filters) {
      filters[field] = [text];
      go(writeState(asking(this.state, { filters })));
    } else {
      go(writeState(asking(this.state, { q: text })));
    }
  }
}

/** How many hits an answer tells of, in words. */
function hitsInWords({ items, total, total_relation: relation, mode }) {
  if (items.length === 0) {
    return "No hits";
  }
  if (mode === "hybrid") {
    return total === 0 ? "None of your words; what follows is close in meaning" : `${plural(total, "hit")} by words, others by meaning`;
  }
  return relation === "gte" ? `At least ${plural(total, "hit")}` : plural(total, "hit");
}

/** On a narrow page the reader covers all else, which nobody can reach then. */
function setSheet(isOpen) {
  document.documentElement.classList.toggle("has-sheet", isOpen);
  for (const one of document.querySelectorAll("#masthead, #banners, .asker, .filters, .found, .welcome")) {
    one.inert = isOpen;
  }
}
