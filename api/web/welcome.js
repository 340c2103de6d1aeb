// What a search shows before anything is asked: what is here, and ways in. It promises that
// the examples are the same for everybody on one day, and that what was searched for
// before is kept on this machine alone.
import { get } from "./api.js";
import { chip, empty, formatCount, html, nothing, plural, problemNote, skeleton } from "./dom.js";
import { difficultyBadge } from "./hits.js";
import { href } from "./route.js";
import { asking, toggled, unfiltered, writeState } from "./searchstate.js";
import { entriesOf, loadTopics, topicName } from "./topics.js";

const storageName = "quarry.searches";
const mostKept = 8;
const examples = 4;
const topicsShown = 18;

/** What was searched for here, the newest first. */
export function recentSearches() {
  try {
    const kept = JSON.parse(localStorage.getItem(storageName) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps a search as the newest, where the browser keeps anything. */
export function keepSearch(q) {
  try {
    localStorage.setItem(storageName, JSON.stringify([q, ...recentSearches().filter((one) => one !== q)].slice(0, mostKept)));
  } catch {
    // Storage is closed to the page, or full: the search itself needs none.
  }
}

const forgetSearches = () => localStorage.removeItem(storageName);

/** The seed of a day, so that a new one brings other examples. */
const seedOfToday = () => Math.floor(Date.now() / 86_400_000);

/** What a start page of a state shows; draw() is called whenever there is more of it. */
export class Welcome {
  constructor(draw) {
    this.draw = draw;
    this.stats = null;
    this.questions = null;
    this.topics = null;
    this.problem = null;
    this.seed = -1;
  }

  /** Asks for what a state shows and is not there yet. */
  load(state) {
    const seed = state.seed || seedOfToday();
    if (this.stats === null) {
      get("/v1/stats").then((stats) => this.keep({ stats, problem: null }), (problem) => this.keep({ problem }));
      loadTopics().then((topics) => this.keep({ topics: [...topics.values()].sort((a, b) => entriesOf(b) - entriesOf(a)).slice(0, topicsShown) }));
    }
    if (seed !== this.seed) {
      this.seed = seed;
      get("/v1/questions/random", {
        count: examples, seed, hide_answers: "true",
        fields: "id,question,difficulty,difficulty_source,topics,source.path",
      }).then(({ items }) => seed === this.seed && this.keep({ questions: items }), () => this.keep({ questions: [] }));
    }
  }

  keep(news) {
    Object.assign(this, news);
    this.draw();
  }

  /** Draws it; ask(q) searches at once. */
  render(state) {
    if (this.problem !== null) {
      return problemNote(this.problem, { retry: () => this.load(state) });
    }
    if (this.stats !== null && this.stats.documents === 0) {
      return empty("Nothing is stored yet", html`<p>Quarry answers from your own documents: notes, question lists, data sheets.</p>
        <p><a class="button primary" href="/corpus">Add documents</a></p>`);
    }
    if (this.stats === null || this.questions === null || this.topics === null) {
      return html`<div class="welcome">${skeleton(14)}</div>`;
    }
    return html`<div class="welcome">
      <p class="lead">${this.counts()}</p>
      ${this.recent(state)}
      <section aria-labelledby="examples">
        <div class="section-head"><h2 id="examples">What would you answer?</h2>
          <a class="button quiet small" href=${writeState({ ...state, seed: (this.seed ?? 0) + 1 })} data-nav>Other questions</a></div>
        <ul class="cards examples">${this.questions.map((question) => html`
          <li class="card example"><a href=${writeState(asking(unfiltered(state), { q: question.question, seed: 0 }))}>${question.question}</a>
            <p class="hit-kind">${difficultyBadge(question)}${question.topics.slice(0, 2).map((id) => html`<span class="soft">${topicName(id)}</span>`)}
            <a class="tool" href=${href("/study", { question: question.id })} aria-label="Study this: ${question.question}">Study this</a></p></li>`)}</ul>
      </section>
      <section aria-labelledby="by-topic">
        <h2 id="by-topic">Begin with a topic</h2>
        <ul class="chips topics-room">${this.topics.map((topic) => html`<li>${chip(topic.name, {
          count: entriesOf(topic), href: writeState(toggled({ ...state, q: topic.name }, "topic", topic.id)),
        })}</li>`)}</ul>
      </section>
      <p class="hint tips">Words are alternatives; <code>"in quotes"</code> they must stand so, and <code>-without</code> they must not.
        Keys: <kbd>/</kbd> to the box, <kbd>↓</kbd> <kbd>↑</kbd> through the hits, <kbd>Enter</kbd> opens the cited lines.</p>
    </div>`;
  }

  counts() {
    const { documents, counts, coverage } = this.stats;
    return html`<strong>${plural(counts.question, "question")}</strong>, <strong>${plural(counts.fact, "fact")}</strong>,
      <strong>${plural(counts.spec, "spec")}</strong> and <strong>${plural(counts.passage, "passage")}</strong> from
      <a href="/corpus">${plural(documents, "document")}</a>, every one of them traceable to its lines.
      <span class="soft">${formatCount(Math.round(coverage * 1000) / 10)} % of all lines are accounted for.</span>`;
  }

  recent(state) {
    const searches = recentSearches();
    return searches.length === 0 ? nothing : html`<section aria-labelledby="recent">
      <div class="section-head"><h2 id="recent">Lately</h2>
        <button type="button" class="button quiet small" @click=${() => {
          forgetSearches();
          this.draw();
        }}>Forget these</button></div>
      <ul class="chips">${searches.map((q) => html`<li>${chip(q, { href: writeState(asking(state, { q, seed: 0 })) })}</li>`)}</ul>
    </section>`;
  }
}
