// How a learner studies, what is kept of them, and who it is. It promises that whatever is kept
// can be taken along and deleted here.
import { call, get, send } from "./api.js";
import { confirm } from "./dialogs.js";
import { formatCount, html, nothing, plural, problemNote, render, skeleton, toast } from "./dom.js";
import { chooseLearner, drawLearnerForm, forgetLearner, knownLearners, learnerPath, ownTimezone } from "./learner.js";
import { forget } from "./outbox.js";
import { unpark } from "./session.js";

const numbers = [
  { name: "retention", text: "Chance to know a card when it is asked, in %", min: 70, max: 97 },
  { name: "new_per_day", text: "New questions a day", min: 0, max: 9999 },
  { name: "reviews_per_day", text: "Reviews a day", min: 0, max: 9999 },
  { name: "day_begins", text: "Hour at which a day begins", min: 0, max: 23 },
];

class Settings {
  constructor(room, { learner, reload }) {
    Object.assign(this, { room, learner, reload, known: null, suspended: [], names: [], problem: null });
    this.load();
  }

  update() {}

  unmount() {
    this.room = null;
  }

  async load() {
    this.draw();
    try {
      const [known, cards, names] = await Promise.all([
        chooseLearner(this.learner), get("/v1/study/cards", { learner: this.learner, suspended: true, limit: 100 }), knownLearners().catch(() => []),
      ]);
      Object.assign(this, { known, suspended: cards.items, names: names.filter((name) => name !== this.learner), problem: null });
    } catch (problem) {
      this.problem = problem;
    }
    this.draw();
  }

  /** Does something, says how it went, and shows what is there now. */
  async act(run, said) {
    try {
      const answer = await run();
      toast(said(answer), { kind: "good" });
      await this.load();
    } catch (problem) {
      toast(problem.detail || problem.message, { kind: "bad", lasting: true });
    }
  }

  draw() {
    if (this.room !== null) {
      render(this.problem !== null ? problemNote(this.problem, { retry: () => this.load() }) : this.known === null ? skeleton(8) : this.drawKnown(), this.room);
    }
  }

  drawKnown() {
    const { settings, cards, reviews } = this.known;
    return html`<h2>Settings of ${this.learner}</h2>
      <form class="settings" @submit=${(event) => this.save(event)}>
        ${numbers.map(({ name, text, min, max }) => html`<label class="field"><span>${text}</span>
          <input type="number" name=${name} required min=${min} max=${max} .value=${String(name === "retention" ? Math.round(settings.retention * 100) : settings[name])}></label>`)}
        <label class="field"><span>Time zone</span><input name="timezone" required list="timezones" .value=${settings.timezone}>
          <datalist id="timezones">${Intl.supportedValuesOf("timeZone").map((zone) => html`<option value=${zone}></option>`)}</datalist></label>
        ${settings.timezone === ownTimezone() ? nothing : html`<p class="hint">This browser is in ${ownTimezone()}.</p>`}
        <button class="button primary">Save</button>
      </form>
      <h2>Suspended</h2>
      ${this.suspended.length === 0 ? html`<p class="hint">Nothing is suspended.</p>` : html`<ul class="suspended">${this.suspended.map(({ card, title }) => html`<li>
        <span>${title ?? "A question that is stored no more"}</span>
        <button type="button" class="button small" @click=${() => this.act(() => send("PUT", `/v1/study/cards/${card.question_id}`, { learner: this.learner, suspended: false }), () => "It is asked again.")}>Ask again</button></li>`)}</ul>`}
      <h2>What is kept</h2>
      <p>${plural(cards, "card")} and ${plural(reviews, "review")}. All of it is yours to take along.</p>
      <p class="quiz-ways">
        <button type="button" class="button" @click=${() => this.download("jsonl", "application/x-ndjson")}>Download the history</button>
        <button type="button" class="button" @click=${() => this.download("revlog", "text/csv")}>… for an FSRS optimizer</button>
        <button type="button" class="button" @click=${() => this.act(() => send("POST", `${learnerPath(this.learner)}/schedules`), (made) => `${plural(made.cards, "schedule")} taken over.`)}>Take over schedules of documents</button>
      </p>
      <label class="field"><span>Read a history in</span><input type="file" accept=".jsonl,.ndjson" @change=${(event) => this.upload(event.target)}></label>
      <p><button type="button" class="button danger" @click=${() => this.remove()}>Delete all of it</button></p>
      <h2>Somebody else</h2>
      ${drawLearnerForm({ names: this.names, choose: (name) => this.switchTo(name), label: "Name" })}`;
  }

  save(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const settings = { ...Object.fromEntries(numbers.map(({ name }) => [name, Number(form.get(name))])), timezone: form.get("timezone").trim() };
    settings.retention /= 100;
    this.act(() => send("PUT", learnerPath(this.learner), { settings }), () => "Saved.");
  }

  async download(format, type) {
    try {
      const { body } = await call("GET", `${learnerPath(this.learner)}/history`, { params: { format }, headers: { Accept: type } });
      const link = Object.assign(document.createElement("a"), {
        href: URL.createObjectURL(new Blob([body], { type })), download: `${this.learner}.${format === "jsonl" ? "jsonl" : "csv"}`,
      });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (problem) {
      toast(problem.detail || problem.message, { kind: "bad" });
    }
  }

  upload(input) {
    const [file] = input.files;
    if (file !== undefined) {
      this.act(() => send("POST", `${learnerPath(this.learner)}/history`, file, { headers: { "Content-Type": "application/x-ndjson" } }),
        ({ cards, reviews, repeated, unknown }) => `${plural(cards, "card")} and ${plural(reviews, "review")} read, ${formatCount(repeated)} known already${unknown.length > 0 ? `, ${formatCount(unknown.length)} or more without a question here` : ""}.`);
      input.value = "";
    }
  }

  async remove() {
    if (await confirm("Delete everything?", `All cards and reviews of ${this.learner} go, and cannot be brought back.`, { yes: "Delete" })) {
      try {
        forget(this.learner);
        const gone = await send("DELETE", learnerPath(this.learner));
        toast(`${plural(gone.cards, "card")} and ${plural(gone.reviews, "review")} are gone.`);
        unpark("");
        forgetLearner();
        this.reload();
      } catch (problem) {
        toast(problem.detail || problem.message, { kind: "bad" });
      }
    }
  }

  async switchTo(name) {
    try {
      await chooseLearner(name);
      this.reload();
    } catch (problem) {
      toast(problem.detail || problem.message, { kind: "bad" });
    }
  }
}

export default (room, context) => new Settings(room, context);
