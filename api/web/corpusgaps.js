// Questions that their sources ask and do not answer, with what seems to answer them
// elsewhere. It promises that an answer that somebody gives stands beside the source, and
// can be taken back.
import { send } from "./api.js";
import { Pages, drawSource } from "./corpuspages.js";
import { announce, badge, empty, html, marked, nothing, problemNote, toast } from "./dom.js";
import { changed, href } from "./route.js";

const states = { "": "All", likely: "Seem to be answered elsewhere", gap: "Answered nowhere" };

export class Gaps {
  constructor({ draw, changed: corpusChanged, count }) {
    this.draws = draw;
    this.corpusChanged = corpusChanged;
    this.answering = "";
    this.problem = null;
    this.pages = new Pages("/v1/questions", () => {
      if (this.state === "" && this.pages.items !== null) {
        count("gaps", this.pages.total);
      }
      draw();
    });
  }

  unmount() {
    this.pages.stop();
  }

  update(url) {
    const state = url.searchParams.get("state") ?? "";
    this.state = states[state] === undefined ? "" : state;
    this.pages.show({ answer_state: this.state || "likely,gap", fields: "id,question,answer_state,best_answers,source,corrected" });
  }

  draw() {
    return html`
      <div class="toolbar" role="group" aria-label="Which questions">${Object.entries(states).map(([state, words]) => html`<a class="chip"
        href=${changed({ state })} aria-current=${state === this.state ? "true" : nothing}>${words}</a>`)}</div>
      <h2 class="visually-hidden">Questions without an answer</h2>
      ${this.pages.draw((items) => html`<ul class="stack">${items.map((question) => this.drawQuestion(question))}</ul>`,
    empty("No question is open", "Every question that a document asks has an answer of its own."))}`;
  }

  drawQuestion(question) {
    const { id, question: text, answer_state: state, best_answers: best = [], source } = question;
    return html`<li class="card gap" aria-labelledby="t-${id}">
      <h3 id="t-${id}">${text}</h3>
      <p class="meta">${state === "likely" ? badge("seems answered elsewhere", "good") : badge("answered nowhere", "warn")} ${drawSource(source)}</p>
      ${best.length === 0 ? nothing : html`<ol class="answers">${best.map((answer) => this.drawAnswer(question, answer))}</ol>`}
      ${this.answering === id ? this.drawForm(question) : html`<p class="toolbar">
        <button type="button" class="button small" @click=${() => this.begin(id)}>Answer it<span class="visually-hidden">: ${text}</span></button>
        <a class="button small quiet" href=${href("/", { q: text })}>Search for it</a></p>`}
    </li>`;
  }

  drawAnswer({ question }, { id, title, snippet }) {
    return html`<li><a href=${href("/", { q: question, open: id })}>${title}</a><p class="snippet">${marked(unescaped(snippet))}</p></li>`;
  }

  drawForm({ id }) {
    return html`<form class="answer-form" @submit=${(event) => this.save(event, id)}>
      <label class="field"><span>The answer</span><textarea name="answer" id="answer-${id}" required maxlength="4000"></textarea></label>
      ${this.problem === null ? nothing : problemNote(this.problem)}
      <p class="hint">It is kept beside the source, which stays as it is.</p>
      <div class="toolbar"><button class="button small primary">Save the answer</button>
        <button type="button" class="button small" @click=${() => this.begin("")}>Cancel</button></div>
    </form>`;
  }

  begin(id) {
    this.answering = id;
    this.problem = null;
    this.draws();
    document.getElementById(`answer-${id}`)?.focus();
  }

  async save(event, id) {
    event.preventDefault();
    const answer = new FormData(event.target).get("answer").trim();
    try {
      await send("PUT", `/v1/corrections/${id}`, { action: "correct", answer });
    } catch (problem) {
      this.problem = problem;
      this.draws();
      return;
    }
    this.begin("");
    announce("The answer is saved");
    toast("The answer is saved", { kind: "good", action: { label: "Undo", run: () => this.takeBack(id) } });
    this.pages.again();
    this.corpusChanged();
  }

  async takeBack(id) {
    try {
      await send("DELETE", `/v1/corrections/${id}`, undefined, { params: { action: "correct" } });
    } catch (problem) {
      toast(`It could not be taken back: ${problem.message}`, { kind: "bad" });
    }
    this.pages.again();
    this.corpusChanged();
  }
}

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": "\"", "&#39;": "'" };

/** A snippet is escaped for markup; here it becomes text. */
const unescaped = (snippet) => snippet.replaceAll(/&(?:amp|lt|gt|#34|#39);/g, (entity) => entities[entity]);
