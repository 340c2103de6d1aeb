// Jobs of the server, followed until they end. They promise that what is drawn of a job is
// what the server said of it last, and that a stream that breaks off is taken up again.
import { events, get, send } from "./api.js";
import { formatCount, formatTime, html, nothing, plural } from "./dom.js";

const ends = ["done", "failed", "given_up", "cancelled"];
const pause = 1000;

/** Whether a job has ended. */
export const isEnded = (job) => ends.includes(job.state);

/** Calls back with a job whenever it has come further, and resolves with it at its end. */
export async function follow(job, told, { signal } = {}) {
  let last = job;
  const hear = (next) => {
    last = next;
    told(next);
  };
  while (!isEnded(last)) {
    await events(last.events_url, ({ data }) => hear(JSON.parse(data)), { signal });
    if (!isEnded(last)) {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      hear(await get(last.url, {}, { signal }));
    }
  }
  return last;
}

/** Has a job that was not done tried again. */
export const retry = (job) => send("POST", `${job.url}/retry`);

/** Ends a job without its being done. */
export const drop = (job) => send("DELETE", job.url);

const stages = { queued: "Its turn has not come", running: "Begun", documents: "Reading and storing", indexing: "Indexing", judging: "Comparing claims", reading: "Reading again" };

/** How far a job is, as a bar and in words. */
export function drawProgress({ state, progress, error, retry_at: retryAt }) {
  const { stage, done, total } = progress;
  const counted = total === null ? "" : ` ${done} of ${total}`;
  const words = state === "waiting" ? `Waiting: ${error?.detail ?? "something is not available"}` : `${stages[stage] ?? stage}${counted}`;
  return html`<div class="job-progress">
    <progress aria-label=${words} max=${total ?? nothing} value=${total === null || state === "queued" ? nothing : done}></progress>
    <span class="hint">${words}${retryAt === null ? nothing : html`; tried again at ${formatTime(retryAt)}`}</span>
  </div>`;
}

/** "12 added, 3 changed", or of a dry run "12 to add, 3 to change"; "no entries" for none. */
export function changesInWords(entries, isDone = true) {
  const done = { added: "added", changed: "changed", removed: "removed", merged: "merged with others" };
  const words = isDone ? done : { added: "to add", changed: "to change", removed: "to remove", merged: "to merge with others" };
  const parts = Object.keys(words).filter((name) => entries[name] > 0).map((name) => `${formatCount(entries[name])} ${words[name]}`);
  return parts.length === 0 ? "no entries" : parts.join(", ");
}

/** "8 questions, 3 facts": what came of reading a document. */
export function countsInWords(counts) {
  const parts = ["question", "fact", "spec", "passage"].filter((kind) => counts[kind] > 0).map((kind) => plural(counts[kind], kind));
  return parts.length === 0 ? "no entries" : parts.join(", ");
}
