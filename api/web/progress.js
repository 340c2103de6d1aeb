// How far a learner is: what is known by topic and difficulty, what is due when, and what was
// done. It promises that whatever a plot shows stands in a table, too.
import { get } from "./api.js";
import { daysBefore, daysBetween, drawDayBars } from "./daybars.js";
import { formatCount, formatShare, html, nothing, plural, problemNote, render, skeleton } from "./dom.js";
import { drawHeatMap } from "./heatmap.js";
import { formatSpent } from "./intervals.js";
import { allTopics, drawScope, scopeOf } from "./scope.js";

const states = { new: "new", learning: "being learnt", relearning: "being learnt again", review: "known for days", suspended: "suspended", buried: "put off", changed: "with a changed source" };

const shortestHistory = 29;

class Progress {
  constructor(room, { url, learner }) {
    Object.assign(this, { room, learner, topics: null, stats: null, problem: null, token: 0 });
    allTopics().then((topics) => {
      this.topics = topics;
      this.draw();
    }, () => {});
    this.update(url);
  }

  async update(url) {
    this.url = url;
    const mine = ++this.token;
    this.draw();
    try {
      const stats = await get("/v1/study/stats", { ...scopeOf(url), learner: this.learner });
      this.take(mine, { stats, problem: null });
    } catch (problem) {
      this.take(mine, { problem });
    }
  }

  take(mine, found) {
    if (mine === this.token) {
      Object.assign(this, found);
      this.draw();
    }
  }

  unmount() {
    this.token++;
  }

  draw() {
    render(html`<div class="progress">
      ${drawScope(this.url, this.topics)}
      ${this.problem !== null ? problemNote(this.problem, { retry: () => this.update(this.url) }) : this.stats === null ? skeleton(12) : drawStats(this.stats, this.topics ?? [])}
    </div>`, this.room);
  }
}

function drawStats({ learner, today, streak_days: streak, cards, retention, forecast, history, by_topic: byTopic }, topics) {
  return html`<h2>Progress of ${learner}</h2>
    <dl class="figures">
      <div><dt>Today</dt><dd class="number">${plural(today.reviews, "review")}</dd>
        <dd class="hint">${formatCount(today.new)} new, ${formatCount(today.again)} again, ${formatSpent(today.seconds * 1000)}</dd></div>
      <div><dt>Remembered, last ${retention.days} days</dt><dd class="number">${retention.rate === null ? "–" : formatShare(retention.rate)}</dd>
        <dd class="hint">${retention.rate === null ? "no review of a known card yet" : `${formatCount(retention.passed)} of ${plural(retention.reviews, "review")}`}</dd></div>
      <div><dt>Days in a row</dt><dd class="number">${formatCount(streak)}</dd>
        <dd class="hint">${streak === 0 ? "one review begins it" : "keep it up"}</dd></div>
    </dl>
    <ul class="chips states" aria-label="Cards">${Object.entries(states).filter(([id]) => cards[id] > 0 || id === "new" || id === "review").map(([id, text]) => html`
      <li class="chip"><strong class="number">${formatCount(cards[id] ?? 0)}</strong> ${text}</li>`)}</ul>
    <div class="split">
    ${drawDayBars({
      id: "forecast", title: "Due in the next days", series: ["due"],
      days: forecast.map(({ date, due }) => ({ date, values: [due] })),
      note: html`<p class="hint">What is overdue counts on the first day.</p>`,
    })}
    ${history.length === 0 ? nothing : drawDayBars({
      id: "history", title: "Reviews by day", series: ["remembered", "again"], days: everyDay(history, forecast[0].date),
      note: html`<p class="hint series"><span class="bar-1"></span>remembered <span class="bar-2"></span>again</p>`,
    })}</div>
    <h3>By topic and difficulty</h3>
    ${byTopic.length === 0 ? html`<p class="hint">There are no questions here.</p>` : drawHeatMap(byTopic, topics)}`;
}

/** The days of a history up to today, a month at least, those without reviews as well. */
function everyDay(history, today) {
  const byDate = new Map(history.map((day) => [day.date, day]));
  const first = [...byDate.keys(), daysBefore(today, shortestHistory)].sort()[0];
  return daysBetween(first, today).map((date) => {
    const { reviews, passed } = byDate.get(date) ?? { reviews: 0, passed: 0 };
    return { date, values: [passed, reviews - passed] };
  });
}

export default (room, context) => new Progress(room, context);
