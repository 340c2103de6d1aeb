// Reviews: a question, its answer, and how well it was known. It promises that all of it works
// by keys alone, that no key acts while somebody types, and that the suggested rating is one
// of four.
import { announce, badge, formatDate, html, keyed, live, nothing, plural, problemNote, render, skeleton, toast } from "./dom.js";
import { sourceLink } from "./cite.js";
import { drawChoices, offersOf } from "./choices.js";
import { formatInterval } from "./intervals.js";
import * as keys from "./keys.js";
import { flush, isStuck, waiting } from "./outbox.js";
import { allTopics, drawScope, scopeOf, topicName } from "./scope.js";
import { kindOf, park, Session, unpark } from "./session.js";
import { drawEmpty, drawSummary } from "./summary.js";
import { drawCheck, drawChosen, suggestedRating, verdictInWords } from "./verdict.js";
import { drawDiff } from "./worddiff.js";

const ratings = [
  { rating: 1, id: "again", text: "Again" },
  { rating: 2, id: "hard", text: "Hard" },
  { rating: 3, id: "good", text: "Good" },
  { rating: 4, id: "easy", text: "Easy" },
];
const counts = { learning: "Learning", changed: "Changed", review: "Review", new: "New" };
const limits = ["new_per_day", "seed"];

class Review {
  constructor(room, { url, learner }) {
    Object.assign(this, { room, url, topics: null, acted: false });
    this.comeBack(learner);
    this.unbind = keys.bind(this.keys(), "Review");
    allTopics().then((topics) => {
      this.topics = topics;
      this.draw();
    }, () => {});
  }

  /** Who looked something up comes back to the same card; else a sitting begins. */
  comeBack(learner) {
    const changed = (focus) => this.draw(focus);
    const session = unpark(this.key(learner));
    this.session = session ?? new Session(learner, changed);
    if (session === null) {
      this.session.begin(this.filters());
    } else {
      session.resume(changed);
    }
  }

  key(learner) {
    return JSON.stringify([learner, this.filters()]);
  }

  update(url) {
    const before = JSON.stringify(this.filters());
    this.url = url;
    if (JSON.stringify(this.filters()) === before) {
      this.draw();
    } else {
      this.session.begin(this.filters());
    }
  }

  unmount() {
    this.unbind();
    park(this.key(this.session.learner), this.session);
  }

  filters() {
    const own = limits.map((name) => [name, this.url.searchParams.get(name) ?? ""]);
    return { ...scopeOf(this.url), ...Object.fromEntries(own) };
  }

  /** What keys do: they let pass what has no meaning at the moment. */
  keys() {
    const withCard = (run) => () => (this.session.turn === null || this.session.turn.checking ? false : run(this.session.turn));
    const forward = { does: "Show the answer, then the marked rating (Good, if nothing was judged)", run: withCard((turn) => this.forward(turn)) };
    const digit = (n) => withCard((turn) => this.digit(turn, n));
    return {
      " ": forward,
      Enter: { ...forward, does: "" },
      1: { does: "Choose the first answer; once shown, rate Again", run: digit(1) },
      2: { does: "… the second; Hard", run: digit(2) },
      3: { does: "… the third; Good", run: digit(3) },
      4: { does: "… the fourth; Easy", run: digit(4) },
      ...Object.fromEntries([5, 6, 7, 8, 9].map((n) => [n, digit(n)])),
      t: { does: "Type an answer", run: withCard((turn) => this.type(turn)) },
      u: { does: "Undo", run: () => this.act(() => this.session.undo()) },
      "-": { does: "Bury: not again today", run: withCard(() => this.act(() => this.session.setAside("bury"))) },
      "@": { does: "Suspend: not again until it is lifted", run: withCard(() => this.act(() => this.session.setAside("suspend"))) },
    };
  }

  forward(turn) {
    if (turn.revealed) {
      this.rate(suggestedRating(turn.check) || 3);
    } else {
      this.act(() => this.session.reveal());
    }
  }

  digit(turn, n) {
    const offered = offersOf(turn.item.question);
    if (turn.revealed && n <= ratings.length) {
      return this.rate(n);
    }
    return !turn.revealed && n <= offered.length ? this.choose(n - 1) : false;
  }

  rate(rating) {
    this.act(() => this.session.rate(rating));
  }

  choose(choice) {
    const { question } = this.session.turn.item;
    this.act(() => (question.choices.length > 0 ? this.session.pick(choice) : this.session.judge(offersOf(question)[choice])));
  }

  type(turn) {
    if (turn.revealed) {
      return false;
    }
    turn.typing = true;
    this.acted = true;
    this.draw("input");
    return true;
  }

  /** Does what somebody asked for, and says so where it failed. */
  async act(run) {
    this.acted = true;
    try {
      await run();
    } catch (problem) {
      toast(problem.detail || problem.message, { kind: "bad" });
    }
  }

  draw(focus) {
    const { session } = this;
    render(html`<div class="review">
      ${drawScope(this.url, this.topics)}
      ${this.drawBar()}
      ${this.drawPhase()}
    </div>`, this.room);
    if (focus !== undefined) {
      this.focus(focus, session.turn);
    }
  }

  /** Moves the focus on, but only of who has begun: loading a page moves nobody. */
  focus(where, turn) {
    if (!this.acted) {
      return;
    }
    const selector = { question: ".ask", answer: turn?.check ? ".check" : ".reply", input: ".answer-input", summary: ".sitting h2" }[where];
    this.room.querySelector(selector)?.focus({ preventScroll: where === "question" });
    if (where === "question") {
      window.scrollTo({ top: 0 });
    }
    if (where === "answer" && turn?.check) {
      announce(verdictInWords(turn.check));
    }
  }

  drawBar() {
    const { left, turn, log, phase, learner } = this.session;
    const current = turn === null ? "" : kindOf(turn.item);
    const hasUndo = log.some(({ state }) => state === "waiting" || state === "kept");
    return html`<div class="review-bar">
      <dl class="left">${Object.entries(counts).map(([id, text]) => html`<div class="left-${id}" data-current=${id === current ? "" : nothing}>
        <dt>${text}</dt><dd class="number">${left?.[id] ?? "–"}</dd></div>`)}</dl>
      <span class="grow"></span>
      <button type="button" class="button quiet small" ?disabled=${!hasUndo && phase === "loading"}
        @click=${() => this.act(() => this.session.undo())}>Undo <kbd>u</kbd></button>
      ${phase === "ended" ? nothing : html`<button type="button" class="button quiet small" @click=${() => this.act(() => this.session.end())}>End</button>`}
    </div>
    ${isStuck(learner) ? html`<p class="pending" role="status">${badge("pending", "warn")} ${plural(waiting(learner).length, "review")} kept here, not yet on the server.
      <button type="button" class="button small" @click=${() => this.act(() => flush())}>Send now</button></p>` : nothing}
    ${this.session.notes.map((note) => html`<p class="hint">${note}</p>`)}`;
  }

  drawPhase() {
    const { session } = this;
    const begin = () => this.act(() => session.begin(this.filters()));
    switch (session.phase) {
      case "card":
        return keyed(session.turn, this.drawTurn(session.turn));
      case "problem":
        return problemNote(session.problem, { retry: begin });
      case "waiting":
        return html`<section class="card sitting"><h2 tabindex="-1">No connection</h2>
          <p>What comes next is known once the server has your reviews. They are kept in this browser and sent by themselves.</p></section>`;
      case "done":
        return html`${session.done.length > 0 ? drawSummary(session) : nothing}${drawEmpty(session, this.url)}`;
      case "ended":
        return html`${drawSummary(session)}<p class="quiz-ways"><button type="button" class="button primary" @click=${begin}>Go on studying</button></p>`;
      default:
        return html`<div class="card ask-room">${skeleton(4)}</div>`;
    }
  }

  drawTurn(turn) {
    const { question, card, changed } = turn.item;
    return html`<article class="card ask-room">
      <p class="about">${question.topics.slice(0, 3).map((id) => html`<span>${topicName(id, this.topics)}</span>`)}
        ${question.difficulty === null ? nothing : badge(question.difficulty)}
        ${question.generated ? badge("generated") : nothing}
        ${changed === null ? nothing : badge("source changed", "accent")}</p>
      <h2 class="visually-hidden">Question</h2>
      <div class="ask" role="group" tabindex="-1" aria-labelledby="card-question"><div class="prose" id="card-question">${turn.parts.question}</div></div>
      ${drawChoices(turn, (choice) => this.choose(choice))}
      ${turn.problem === null ? nothing : problemNote(turn.problem)}
      ${turn.typing ? this.drawTyping(turn) : nothing}
      ${turn.revealed ? this.drawAnswer(turn, card) : nothing}
    </article>
    ${turn.revealed ? this.drawRatings(turn) : this.drawReveal(turn)}
    <div class="aside-actions">
      <button type="button" class="button quiet small" @click=${() => this.act(() => this.session.setAside("bury"))}>Bury until tomorrow <kbd>-</kbd></button>
      <button type="button" class="button quiet small" @click=${() => this.act(() => this.session.setAside("suspend"))}>Suspend <kbd>@</kbd></button>
    </div>`;
  }

  drawTyping(turn) {
    const press = (event) => {
      const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
      if (isPlainEnter) {
        event.preventDefault();
        this.submit(turn);
      } else if (event.key === "Escape") {
        event.preventDefault();
        turn.typing = false;
        this.draw("question");
      }
    };
    return html`<form class="typing" id="answer-form" @submit=${(event) => {
      event.preventDefault();
      this.submit(turn);
    }}>
      <label class="field"><span>${turn.item.question.style === "cloze" ? "What is missing? Part several by semicolons" : "Your answer"}</span>
        <textarea class="answer-input" rows="3" maxlength="20000" .value=${live(turn.text)} ?readonly=${turn.checking}
          @input=${(event) => { turn.text = event.target.value; }} @keydown=${press}></textarea></label>
      <p class="hint"><kbd>Enter</kbd> checks, <kbd>Shift</kbd> <kbd>Enter</kbd> begins a line, <kbd>Esc</kbd> leaves.</p>
    </form>`;
  }

  submit(turn) {
    if (!turn.checking && turn.text.trim() !== "") {
      this.act(() => this.session.judge(turn.text.trim()));
    }
  }

  drawReveal(turn) {
    return html`<div class="rate-room">
      <button type="button" class="button ${turn.typing ? "" : "primary"}" ?disabled=${turn.checking} @click=${() => this.act(() => this.session.reveal())}>Show answer <kbd>Space</kbd></button>
      ${turn.typing
        ? html`<button class="button primary" form="answer-form" ?disabled=${turn.checking}>${turn.checking ? "Checking …" : "Check"} <kbd>Enter</kbd></button>`
        : html`<button type="button" class="button" @click=${() => this.type(turn)}>Type an answer <kbd>t</kbd></button>`}
    </div>`;
  }

  drawAnswer(turn, card) {
    const { question, changed } = turn.item;
    const seen = card.reps === 0 ? "new to you" : `reviewed ${plural(card.reps, "time")}${card.lapses > 0 ? `, forgotten ${plural(card.lapses, "time")}` : ""}`;
    const chance = typeof card.retrievability === "number" && card.reps > 0 ? `, ${Math.round(card.retrievability * 100)} % likely known` : "";
    return html`<section class="answer">
      ${turn.check === null ? nothing : turn.picked.length > 0 ? drawChosen(turn.check) : drawCheck(turn.check, turn.given)}
      <h3>Answer</h3>
      <div class="reply" role="group" tabindex="-1" aria-labelledby="card-answer"><div class="prose" id="card-answer">${turn.parts.answer}</div></div>
      ${changed === null ? nothing : html`<details class="change" open><summary>What changed in the source on ${formatDate(changed.at)}</summary>
        ${changed.was === "" ? html`<p class="hint">What it said before was not kept.</p>` : drawDiff(changed.was, changed.now)}</details>`}
      <p class="origin">${sourceLink(question.source)} <span class="soft">· ${seen}${chance}</span></p>
    </section>`;
  }

  drawRatings(turn) {
    const suggested = suggestedRating(turn.check);
    const marked = suggested || 3;
    return html`<div class="rate-room" role="group" aria-label="How well did you know it?">${ratings.map(({ rating, id, text }) => html`
      <button type="button" class="button rate rate-${id} ${rating === marked ? "marked" : ""}" @click=${() => this.rate(rating)}>
        <span class="rate-name">${text}${rating === suggested ? html`<span class="visually-hidden">, suggested</span>` : nothing}</span>
        ${turn.item.intervals === null ? nothing : html`<span class="rate-interval number">${formatInterval(turn.item.intervals[id].seconds)}</span>`}
        <kbd aria-hidden="true">${rating}</kbd>
      </button>`)}</div>`;
  }
}

export default (room, context) => new Review(room, context);
