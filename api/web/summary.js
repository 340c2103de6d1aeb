// What a sitting came to, and what is next. It promises to name what was missed, with the way
// to where it is explained.
import { sourceLink } from "./cite.js";
import { formatCount, formatShare, html, nothing, plural } from "./dom.js";
import { get } from "./api.js";
import { formatDue, formatSpent } from "./intervals.js";
import { changed, go, href } from "./route.js";
import { isNarrowed, widened } from "./scope.js";
import { verdictBadge } from "./verdict.js";

const more = 10;

/** The summary of a sitting. */
export function drawSummary({ done, nextDue, left }) {
  const again = done.filter(({ rating }) => rating === 1).length;
  const pending = done.filter(({ state }) => state === "waiting").length;
  const spent = done.reduce((sum, { took }) => sum + took, 0);
  const missed = missedOf(done);
  const rest = left === null ? 0 : left.learning + left.review + left.changed + left.new;
  return html`<section class="card sitting">
    <h2 tabindex="-1">This sitting</h2>
    ${done.length === 0 ? html`<p>Nothing was reviewed.</p>` : html`<dl class="figures">
      <div><dt>Reviews</dt><dd class="number">${formatCount(done.length)}</dd></div>
      <div><dt>Rated again</dt><dd class="number">${formatShare(again / done.length)}</dd></div>
      <div><dt>Time</dt><dd class="number">${formatSpent(spent)}</dd></div>
      <div><dt>${rest > 0 ? "Left today" : "Next due"}</dt><dd class="number">${rest > 0 ? formatCount(rest) : nextDue === null ? "–" : formatDue(nextDue)}</dd></div>
    </dl>`}
    ${pending === 0 ? nothing : html`<p class="pending">${plural(pending, "review")} not yet on the server.</p>`}
    ${missed.length === 0 ? nothing : html`<h3>Missed</h3><ul class="missed">${missed.map(({ item, parts, verdict }) => html`<li>
      <div class="prose">${parts.question}</div>${verdict === null ? nothing : html`${verdictBadge(verdict)} `}${sourceLink(item.question.source)}</li>`)}</ul>`}
    <p><a href=${href("/study", { tab: "progress" })}>See your progress</a></p>
  </section>`;
}

/** What to say where nothing is left. */
export function drawEmpty({ nextDue, learner, filters }, url) {
  const wasRaised = filters.new_per_day !== "";
  return html`<section class="empty">
    <p class="empty-title">Nothing is due${isNarrowed(url) ? " here" : ""}</p>
    ${wasRaised ? html`<p>Nor is any new question left${isNarrowed(url) ? " here" : ""}, or the day has ${filters.new_per_day} of them already.</p>` : nothing}
    <p>${nextDue === null ? "No card is waiting for its time." : `The next card comes ${formatDue(nextDue)}.`}</p>
    <p class="empty-ways">
      ${wasRaised ? nothing : html`<button type="button" class="button" @click=${(event) => askForMore(event.target, learner, url)}>${more} more new cards</button>`}
      ${isNarrowed(url) ? html`<a class="button" href=${widened(url)}>Study everything</a>` : nothing}
      <a class="button" href=${changed({ tab: "quiz" }, url)}>Take a quiz</a>
    </p>
  </section>`;
}

/** Raises today's limit of new cards above what was begun; the address says to what. */
async function askForMore(button, learner, url) {
  button.disabled = true;
  const { today } = await get("/v1/study/stats", { learner });
  go(changed({ new_per_day: today.new + more }, url), { replace: true });
}

/** What was rated again or judged wrong, each question once. */
function missedOf(done) {
  const missed = done.filter(({ rating, verdict }) => rating === 1 || verdict === "incorrect");
  return [...new Map(missed.map((entry) => [entry.item.question.id, entry])).values()];
}
