// A quiz: questions that a seed draws, answered one after the other, and a score. It promises
// that the same address asks the same questions, and that no answer is shown before its
// question was answered.
import { get, send } from "./api.js";
import { drawChoices, offersOf } from "./choices.js";
import { sourceLink } from "./cite.js";
import { announce, badge, chip, empty, formatNumber, html, keyed, meter, nothing, plural, problemNote, render, setTitle, skeleton, toast } from "./dom.js";
import { partsOf, prepare } from "./fragment.js";
import * as keys from "./keys.js";
import { changed, go, here } from "./route.js";
import { allTopics, describeScope, drawScope, scopeOf, topicName } from "./scope.js";
import { drawCheck, drawChosen, verdictBadge, verdictInWords } from "./verdict.js";

const lengths = [5, 10, 20, 50];
const usualLength = 10;
const sorts = { exclude: "From documents", include: "And made of their figures", only: "Made of figures only" };
const worth = { correct: 1, partly: 0.5 };

class Quiz {
  constructor(room, { url }) {
    Object.assign(this, { room, topics: null, query: null, token: 0, unbind: () => {} });
    allTopics().then((topics) => {
      this.topics = topics;
      this.draw();
    }, () => {});
    this.update(url);
  }

  update(url) {
    this.url = url;
    if (this.query === url.search) {
      return;
    }
    this.query = url.search;
    Object.assign(this, { questions: null, answers: [], shown: [], at: 0, turn: null, problem: null, acted: false, token: this.token + 1 });
    this.unbind();
    this.unbind = this.seed === "" ? () => {} : keys.bind(this.keys(), "Quiz");
    setTitle(this.seed === "" ? "Quiz · Study" : `Quiz ${this.seed} · Study`);
    this.draw();
    if (this.seed !== "") {
      this.begin();
    }
  }

  unmount() {
    this.token++;
    this.unbind();
  }

  get seed() {
    return this.url.searchParams.get("quiz") ?? "";
  }

  get length() {
    return Number(this.url.searchParams.get("count")) || usualLength;
  }

  get generated() {
    return this.url.searchParams.get("generated") ?? "include";
  }

  async begin() {
    const mine = this.token;
    this.problem = null;
    try {
      const { items } = await get("/v1/questions/random", {
        ...scopeOf(this.url), generated: this.generated, answered: true, seed: this.seed, count: this.length, hide_answers: true, view: "full",
      });
      if (mine === this.token) {
        this.questions = items;
        this.answers = keptAnswers(this.query, items);
        items.slice(0, 3).forEach(prepare);
        await this.ask(this.answers.length);
      }
    } catch (problem) {
      if (mine === this.token) {
        this.problem = problem;
        this.draw();
      }
    }
  }

  /** Shows a question, or the score behind the last. */
  async ask(at) {
    const mine = this.token;
    this.at = at;
    this.turn = null;
    const question = this.questions[at];
    if (question === undefined) {
      this.shown = await Promise.all(this.questions.map(partsOf));
      this.draw(".score");
      return;
    }
    if (this.questions[at + 1] !== undefined) {
      prepare(this.questions[at + 1]);
    }
    const parts = await partsOf(question);
    if (mine === this.token && this.at === at) {
      this.turn = { item: { question }, parts, picked: [], given: "", text: "", check: null, checking: false, goesOn: false, revealed: false, problem: null };
      this.draw(".ask");
    }
  }

  keys() {
    const next = { does: "Go on, once answered", run: () => (this.turn?.revealed ? this.goOn() : this.focusInput()) };
    const digit = (n) => () => this.turn !== null && !this.turn.revealed && n <= offersOf(this.turn.item.question).length && this.choose(n - 1);
    return {
      1: { does: "Choose the first answer, and so on to 9", run: digit(1) },
      ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n, digit(n)])),
      " ": next,
      Enter: { ...next, does: "" },
      t: { does: "Type an answer", run: () => this.focusInput() },
    };
  }

  focusInput() {
    const input = this.room.querySelector(".answer-input");
    input?.focus();
    return input !== null;
  }

  choose(choice) {
    const { turn } = this;
    const { question } = turn.item;
    if (turn.checking || turn.picked.includes(choice)) {
      return;
    }
    if (question.choices.length === 0) {
      this.judge(offersOf(question)[choice]);
      return;
    }
    turn.picked = [...turn.picked, choice];
    this.judge(turn.picked.map((at) => question.choices[at]).join("\n"));
  }

  async judge(given) {
    const { turn } = this;
    this.acted = true;
    Object.assign(turn, { checking: true, problem: null });
    this.draw();
    try {
      const { question } = turn.item;
      const check = await send("POST", `/v1/questions/${question.id}/check`, { answer: given });
      const goesOn = turn.picked.length > 0 && check.verdict === "partly" && check.reason === "incomplete";
      Object.assign(turn, { check, given, goesOn, checking: false });
      if (!goesOn) {
        await this.resolve(turn);
      }
    } catch (problem) {
      Object.assign(turn, { problem, checking: false, picked: turn.picked.slice(0, -1) });
    }
    if (turn === this.turn) {
      this.draw(turn.revealed ? ".go-on" : undefined);
    }
  }

  /** Notes an answer, and shows the right one. */
  async resolve(turn) {
    const { check, given, item } = turn;
    const question = await get(`/v1/questions/${item.question.id}`, { view: "full" });
    const parts = await partsOf(question);
    Object.assign(turn, { item: { question }, parts: { ...turn.parts, answer: parts.answer }, revealed: true, goesOn: false });
    this.answers = [...this.answers, { id: question.id, given, verdict: check.verdict, right: rightOf(check, question), source: question.source }];
    keepAnswers(this.query, this.answers);
    announce(verdictInWords(check));
  }

  goOn() {
    this.acted = true;
    this.ask(this.at + 1);
  }

  draw(focus) {
    render(html`<div class="quiz">${this.drawContent()}</div>`, this.room);
    if (focus !== undefined && this.acted) {
      this.room.querySelector(focus)?.focus({ preventScroll: focus === ".ask" });
      if (focus === ".ask") {
        window.scrollTo({ top: 0 });
      }
    }
  }

  drawContent() {
    if (this.seed === "") {
      return this.drawSetUp();
    }
    if (this.problem !== null) {
      return problemNote(this.problem, { retry: () => this.begin() });
    }
    if (this.questions?.length === 0) {
      return empty("No question fits", html`<a class="button" href=${changed({ quiz: null, tab: "quiz" }, this.url)}>Choose others</a>`);
    }
    if (this.shown.length > 0) {
      return this.drawScore();
    }
    return html`${this.drawStanding()}${this.turn === null
      ? html`<div class="card ask-room">${skeleton(4)}</div>`
      : keyed(this.turn, this.drawTurn(this.turn))}`;
  }

  drawSetUp() {
    const set = (params) => () => go(changed(params, this.url), { replace: true });
    return html`<h2 class="quiz-title">A quiz to share</h2>
      <p>Whoever opens its address is asked the same questions in the same order.</p>
      <h3 id="quiz-scope">About</h3>${drawScope(this.url, this.topics)}
      <h3 id="quiz-length">Questions</h3>
      <div class="chips" role="group" aria-labelledby="quiz-length">${lengths.map((count) => chip(String(count), {
        pressed: count === this.length, click: set({ count: count === usualLength ? null : count }),
      }))}</div>
      <h3 id="quiz-sort">Which</h3>
      <div class="chips" role="group" aria-labelledby="quiz-sort">${Object.entries(sorts).map(([id, text]) => chip(text, {
        pressed: id === this.generated, click: set({ generated: id === "include" ? null : id }),
      }))}${chip("With choices only", {
        pressed: this.url.searchParams.get("style") === "choice",
        click: set({ style: this.url.searchParams.get("style") === "choice" ? null : "choice" }),
      })}</div>
      <p class="quiz-start"><button type="button" class="button primary" @click=${() => go(changed({ tab: null, quiz: freshSeed() }, this.url))}>Begin</button></p>`;
  }

  drawStanding() {
    const total = this.questions?.length ?? this.length;
    const answered = this.answers.length;
    return html`<div class="quiz-bar">
      <p><strong>Question ${Math.min(this.at + 1, total)} of ${total}</strong> <span class="soft">· ${describeScope(this.url, this.topics)} · seed ${this.seed}</span></p>
      ${meter(answered / total, `${answered} of ${total} answered`)}
    </div>`;
  }

  drawTurn(turn) {
    const { question } = turn.item;
    return html`<article class="card ask-room">
      <p class="about">${question.topics.slice(0, 3).map((id) => html`<span>${topicName(id, this.topics)}</span>`)}
        ${question.difficulty === null ? nothing : badge(question.difficulty)}${question.generated ? badge("generated") : nothing}</p>
      <h2 class="visually-hidden">Question</h2>
      <div class="ask" role="group" tabindex="-1" aria-labelledby="card-question"><div class="prose" id="card-question">${turn.parts.question}</div></div>
      ${drawChoices(turn, (choice) => this.choose(choice))}
      ${turn.problem === null ? nothing : problemNote(turn.problem)}
      ${turn.revealed ? this.drawAnswer(turn) : this.drawInput(turn)}
    </article>
    ${turn.revealed ? html`<div class="rate-room"><button type="button" class="button primary go-on" @click=${() => this.goOn()}>${
      this.at + 1 < this.questions.length ? "Next question" : "See the score"} <kbd>Space</kbd></button></div>` : nothing}`;
  }

  drawInput(turn) {
    const giveUp = html`<button type="button" class="button quiet" ?disabled=${turn.checking} @click=${() => this.judge(turn.goesOn ? turn.given : "")}>${
      turn.goesOn ? "That is all" : "I do not know"}</button>`;
    if (turn.item.question.choices.length > 0) {
      return html`<p class="quiz-ways">${giveUp}</p>`;
    }
    const submit = () => turn.text.trim() !== "" && !turn.checking && this.judge(turn.text.trim());
    const press = (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        submit();
      } else if (event.key === "Escape") {
        event.preventDefault();
        this.room.querySelector(".ask").focus();
      }
    };
    return html`<form class="typing" @submit=${(event) => {
      event.preventDefault();
      submit();
    }}>
      <label class="field"><span>${turn.item.question.style === "cloze" ? "What is missing? Part several by semicolons" : "Your answer"}</span>
        <textarea class="answer-input" rows="3" maxlength="20000" @input=${(event) => { turn.text = event.target.value; }} @keydown=${press}></textarea></label>
      <p class="quiz-ways"><button class="button primary" ?disabled=${turn.checking}>${turn.checking ? "Checking …" : "Check"}</button>${giveUp}</p>
    </form>`;
  }

  drawAnswer(turn) {
    const { question } = turn.item;
    const wrong = (question.made?.refutes ?? []).filter(({ choice }) => turn.picked.some((at) => question.choices[at] === choice));
    return html`<section class="answer">
      ${question.choices.length > 0 ? drawChosen(turn.check) : drawCheck(turn.check, turn.given)}
      ${question.choices.includes(question.answer) ? nothing : html`<h3>Answer</h3><div class="prose">${turn.parts.answer}</div>`}
      <p class="origin">${sourceLink(question.source)}${wrong.map(({ choice, source }) => html`<br><span class="soft">${choice}:</span> ${sourceLink(source)}`)}</p>
    </section>`;
  }

  drawScore() {
    const points = this.answers.reduce((sum, { verdict }) => sum + (worth[verdict] ?? 0), 0);
    return html`<section class="card sitting">
      <h2 class="score" tabindex="-1">${formatNumber(points)} of ${this.questions.length}</h2>
      <p class="soft">${describeScope(this.url, this.topics)} · seed ${this.seed}${this.questions.length < this.length ? ` · only ${plural(this.questions.length, "question")} fit` : ""}</p>
      ${meter(points / this.questions.length, `${formatNumber(points)} of ${this.questions.length}`, "good")}
      <ol class="results">${this.questions.map((question, at) => drawResult(this.answers[at], this.shown[at], question.choices.length > 0))}</ol>
      <p class="quiz-ways">
        <button type="button" class="button primary" @click=${share}>Share this quiz</button>
        <button type="button" class="button" @click=${() => this.again()}>Take it again</button>
        <a class="button" href=${changed({ quiz: freshSeed() }, this.url)}>Another one</a>
        <a class="button quiet" href=${changed({ quiz: null, tab: "quiz" }, this.url)}>Change it</a>
      </p>
    </section>`;
  }

  again() {
    keepAnswers(this.query, []);
    this.query = null;
    this.update(here());
  }
}

/** A question of the score with what was answered and what is right. */
const drawResult = ({ given, verdict, right, source }, parts, hasChoices) => html`<li>
  <div class="prose">${parts.question}</div>
  <dl><div><dt>${verdictBadge(verdict)}</dt><dd>${given === "" ? html`<span class="soft">no answer</span>` : given}</dd></div>
    ${verdict === "correct" ? nothing : html`<div><dt>Right</dt><dd><div class="prose">${hasChoices ? right : parts.answer ?? right}</div></dd></div>`}</dl>
  <p class="origin">${sourceLink(source)}</p></li>`;

const storageName = (query) => `quarry.quiz${query}`;

/** The answers that were given in this tab before the page was loaded anew. */
function keptAnswers(query, items) {
  const answers = JSON.parse(sessionStorage.getItem(storageName(query)) ?? "[]");
  return answers.every(({ id }, at) => id === items[at]?.id) ? answers : [];
}

const keepAnswers = (query, answers) => sessionStorage.setItem(storageName(query), JSON.stringify(answers));

const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;

/** The right answer in a line: the choices that are right, or what the source says. */
function rightOf(check, question) {
  const right = [...check.covered, ...check.missing].map(({ text }) => text).filter((text) => question.choices.includes(text));
  return right.length > 0 ? right.join(" · ") : question.answer ?? "";
}

async function share() {
  const data = { title: document.title, url: window.location.href };
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share(data);
    } else {
      await navigator.clipboard.writeText(data.url);
      toast("The address is copied.", { kind: "good" });
    }
  } catch (failure) {
    if (failure.name !== "AbortError") {
      toast(`Copy the address: ${data.url}`, { lasting: true });
    }
  }
}

export default (room, context) => new Quiz(room, context);
