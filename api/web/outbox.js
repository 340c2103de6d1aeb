// Reviews on their way to the server. It promises that a review is kept in this browser until
// the server has said that it has it, and that sending one twice records it once: its id is
// chosen here.
import { Problem, reachability, send } from "./api.js";

const prefix = "quarry.review.";
const firstPause = 2000;
const longestPause = 60000;

/** Tells "sent" ({ review, answer }), "refused" ({ review, problem }) and "changed". */
export const outbox = new EventTarget();

const tried = new Set();
let running = null;
let timer = 0;
let stuck = false;
let notBefore = 0;
let pause = firstPause;

/** An id for a review that nobody else has. */
export const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => byte.toString(36).padStart(2, "0")).join("");

/** The reviews that wait, those of one learner where one is named, in the order in which they were made. */
export function waiting(learner) {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    .map((key) => JSON.parse(localStorage.getItem(key)))
    .filter(({ review }) => learner === undefined || review.learner === learner)
    .sort((a, b) => a.made - b.made);
}

/** Whether the last attempt to send what a learner has waiting has failed. */
export const isStuck = (learner) => stuck && waiting(learner).length > 0;

/** Keeps a review, and begins to send what waits. */
export function post(review) {
  localStorage.setItem(prefix + review.id, JSON.stringify({ made: Date.now(), review }));
  tell("changed");
  return flush();
}

/** Takes a review back that the server cannot have; false where it may have it. */
export function withdraw(id) {
  if (tried.has(id) || localStorage.getItem(prefix + id) === null) {
    return false;
  }
  drop(id);
  return true;
}

/** Forgets what a learner has waiting, as all else of them is gone. */
export function forget(learner) {
  waiting(learner).forEach(({ review }) => drop(review.id));
}

/**
 * Sends what waits, one after the other; it ends at the first that has to wait longer. With
 * quiet nobody is asked for a key.
 */
export function flush({ quiet = false } = {}) {
  running ??= sendAll(quiet).finally(() => {
    running = null;
  });
  return running;
}

/** Sends what waits as soon as it may get through, until the function that is returned is called. */
export function keepSending() {
  const again = () => Date.now() >= notBefore && waiting().length > 0 && flush({ quiet: true });
  const awake = () => document.visibilityState === "visible" && again();
  reachability.addEventListener("up", again);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", awake);
  again();
  return () => {
    reachability.removeEventListener("up", again);
    removeEventListener("online", again);
    document.removeEventListener("visibilitychange", awake);
  };
}

async function sendAll(quiet) {
  clearTimeout(timer);
  for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) {
    const { review } = next;
    tried.add(review.id);
    try {
      const answer = await send("POST", "/v1/study/reviews", review, { quiet });
      [pause, stuck] = [firstPause, false];
      drop(review.id);
      tell("sent", { review, answer });
    } catch (failure) {
      if (!(failure instanceof Problem)) {
        throw failure;
      }
      if (mayPass(failure)) {
        later(failure);
        return;
      }
      drop(review.id);
      tell("refused", { review, problem: failure });
    }
  }
}

/** Whether the same review may be taken at another time, or with a key. */
const mayPass = ({ status }) => status === 0 || status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;

function later({ retryAfter, status }) {
  stuck = true;
  notBefore = Date.now() + retryAfter * 1000;
  if (status !== 401 && status !== 403) {
    timer = setTimeout(flush, Math.max(pause, retryAfter * 1000), { quiet: true });
    pause = Math.min(2 * pause, longestPause);
  }
  tell("changed");
}

function drop(id) {
  localStorage.removeItem(prefix + id);
  tell("changed");
}

function tell(type, detail) {
  outbox.dispatchEvent(new CustomEvent(type, { detail }));
}
