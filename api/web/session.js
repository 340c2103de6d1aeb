// One sitting of reviews: the card that is asked, what comes next, and what was done. It
// promises that rating a card never waits for the network, that a card is never asked twice
// because an answer is on its way, and that everything done can be undone in reverse.
import { get, send } from "./api.js";
import { toast } from "./dom.js";
import { partsOf, prepare } from "./fragment.js";
import { flush, freshId, isStuck, outbox, post, waiting, withdraw } from "./outbox.js";
import { Stopwatch } from "./stopwatch.js";

const ahead = 6;
const soon = 3600e3;

/** What the person has made of the card that is asked. */
class Turn {
  constructor(item, parts) {
    Object.assign(this, { item, parts, revealed: false, typing: item.question.style === "cloze", text: "", given: "", picked: [], goesOn: false, check: null, checking: false, problem: null });
    this.watch = new Stopwatch();
  }
}

export class Session {
  /** changed(focus) is called after every change; focus is what is to have it now, if anything. */
  constructor(learner, changed) {
    Object.assign(this, { learner, changed, phase: "loading", turn: null, coming: null, left: null, nextDue: null, notes: [], problem: null, log: [] });
    this.queue = [];
    this.filters = {};
    this.edits = 0;
    this.timer = 0;
    this.undone = Promise.resolve();
    this.leave = ["sent", "refused", "changed"].map((type) => {
      const listener = (event) => this.hear(type, event.detail);
      outbox.addEventListener(type, listener);
      return () => outbox.removeEventListener(type, listener);
    });
  }

  /** Asks for what is due under some filters, from the beginning. */
  begin(filters) {
    this.filters = filters;
    this.show(null);
    this.queue = [];
    this.edits++;
    this.phase = "loading";
    this.changed();
    return this.load();
  }

  /** Leaves the sitting for a while, as to look something up. */
  pause() {
    this.changed = () => {};
    this.turn?.watch.stop();
  }

  /** Goes on with it. */
  resume(changed) {
    this.changed = changed;
    this.turn?.watch.start();
    this.changed();
    if (this.phase !== "ended") {
      this.load();
    }
  }

  /** Ends the sitting for good; what waits to be sent is kept. */
  close() {
    clearTimeout(this.timer);
    this.leave.forEach((leave) => leave());
    this.turn?.watch.stop();
    this.edits++;
  }

  /** Stops asking, and leaves the summary. */
  end() {
    this.edits++;
    this.show(null);
    this.queue = [];
    this.phase = "ended";
    this.changed("summary");
  }

  /** What was done and stands. */
  get done() {
    return this.log.filter((one) => one.kind === "review" && one.state !== "undone" && one.state !== "refused");
  }

  reveal() {
    if (this.turn !== null && !this.turn.checking) {
      Object.assign(this.turn, { revealed: true, typing: false, problem: null });
      this.changed("answer");
    }
  }

  /** Has an answer judged, which is then shown beside the right one. */
  judge(given) {
    return this.check(given, () => true);
  }

  /** Chooses one of the choices; where several are right, the next may follow. */
  pick(choice) {
    const { turn } = this;
    if (turn.picked.includes(choice) || turn.checking) {
      return Promise.resolve();
    }
    turn.picked = [...turn.picked, choice];
    const given = turn.picked.map((at) => turn.item.question.choices[at]).join("\n");
    return this.check(given, (check) => !(check.verdict === "partly" && check.reason === "incomplete"));
  }

  async check(given, isDone) {
    const { turn } = this;
    Object.assign(turn, { checking: true, problem: null });
    this.changed();
    try {
      const check = await send("POST", `/v1/questions/${turn.item.question.id}/check`, { answer: given });
      Object.assign(turn, { check, given, goesOn: !isDone(check) });
      Object.assign(turn, turn.goesOn ? {} : { revealed: true, typing: false });
    } catch (problem) {
      Object.assign(turn, { problem, picked: turn.picked.slice(0, -1) });
    }
    turn.checking = false;
    if (turn === this.turn) {
      this.changed(turn.revealed ? "answer" : undefined);
    }
  }

  /** Rates the card and goes on; the review is sent behind the person's back. */
  async rate(rating) {
    const { turn } = this;
    const { question, card } = turn.item;
    const entry = {
      kind: "review", id: freshId(), item: turn.item, parts: turn.parts, rating, verdict: turn.check?.verdict ?? null,
      given: turn.given, took: turn.watch.milliseconds(), state: "waiting",
    };
    this.log.push(entry);
    this.edits++;
    this.count(card, turn.item.changed);
    this.advance();
    await post({
      id: entry.id, learner: this.learner, question_id: question.id, rating, took_ms: entry.took,
      ...(entry.given === "" ? {} : { answer: entry.given }),
    });
    this.settle();
  }

  /** Puts the card off until tomorrow ("bury") or for good ("suspend"). */
  async setAside(kind) {
    const { turn } = this;
    const { item } = turn;
    turn.checking = true;
    await this.put(item.question.id, kind, true).finally(() => {
      turn.checking = false;
    });
    this.log.push({ kind, item, state: "kept" });
    this.edits++;
    this.count(item.card, item.changed);
    this.advance();
    this.load();
  }

  /** Takes the last thing back that was done; in an earlier sitting, if nothing was in this one. */
  undo() {
    this.undone = this.undone.catch(() => {}).then(() => this.undoLast());
    return this.undone;
  }

  async undoLast() {
    const entry = this.log.findLast(({ state }) => state === "waiting" || state === "kept");
    const item = entry === undefined ? await this.undoEarlier() : await this.takeBack(entry);
    if (item === null) {
      return;
    }
    this.edits++;
    const open = this.turn?.item ?? this.coming;
    if (open !== null) {
      this.queue.unshift(open);
    }
    this.queue = this.queue.filter(({ question }) => question.id !== item.question.id);
    this.queue.unshift(item);
    await this.advance();
    this.load();
  }

  async takeBack(entry) {
    if (entry.kind === "review" && !withdraw(entry.id)) {
      await flush();
      if (entry.state === "waiting") {
        toast("That review is on its way; it can be undone once the server answers.", { kind: "warn" });
        return null;
      }
      await this.deleteReview(entry.id);
    } else if (entry.kind !== "review") {
      await this.put(entry.item.question.id, entry.kind, false);
    }
    entry.state = "undone";
    return entry.item;
  }

  async undoEarlier() {
    const { items } = await get("/v1/study/reviews", { learner: this.learner, limit: 20 });
    const last = items.find((review) => review.undone_at === null);
    if (last === undefined) {
      toast("There is nothing to undo.");
      return null;
    }
    const question = await get(`/v1/questions/${last.question_id}`, { view: "full" });
    const { card } = await this.deleteReview(last.id);
    return { question, card: card ?? { question_id: question.id, state: "new", reps: 0, lapses: 0 }, intervals: null, changed: null };
  }

  deleteReview(id) {
    return send("DELETE", `/v1/study/reviews/${encodeURIComponent(id)}`, undefined, { params: { learner: this.learner } });
  }

  put(id, kind, on) {
    return send("PUT", `/v1/study/cards/${id}`, { learner: this.learner, [kind === "bury" ? "buried" : "suspended"]: on });
  }

  /** Reads what is to be asked next. What was changed meanwhile makes an answer worthless. */
  async load() {
    const { edits } = this;
    try {
      const answer = await get("/v1/study/next", { ...this.filters, learner: this.learner, limit: ahead });
      if (edits === this.edits && this.phase !== "ended") {
        await this.take(answer);
      }
    } catch (problem) {
      if (edits === this.edits && this.turn === null && this.phase !== "ended") {
        Object.assign(this, { phase: "problem", problem });
        this.changed();
      }
    }
  }

  async take({ items, left, next_due: nextDue, notes }) {
    const held = new Set(waiting(this.learner).map(({ review }) => review.question_id));
    held.add(this.turn?.item.question.id).add(this.coming?.question.id);
    this.queue = items.filter(({ question }) => !held.has(question.id));
    this.queue.forEach(({ question }) => prepare(question));
    Object.assign(this, { left, nextDue, notes });
    if (this.turn !== null || this.coming !== null) {
      this.changed();
      return;
    }
    await this.advance();
    if (this.turn === null && waiting(this.learner).length === 0) {
      this.phase = "done";
      this.wakeWhenDue();
      this.changed("summary");
    }
  }

  /** Shows the next card, if one is there. */
  async advance() {
    const item = this.queue.shift() ?? null;
    this.show(null);
    this.coming = item;
    this.phase = "loading";
    if (item === null) {
      this.changed();
      return;
    }
    const parts = await partsOf(item.question);
    if (item === this.coming) {
      this.phase = "card";
      this.show(new Turn(item, parts));
      this.changed("question");
    }
  }

  show(turn) {
    this.turn?.watch.stop();
    this.turn = turn;
    this.coming = null;
  }

  /** Asks again by itself when the next card is due while nothing else is left. */
  wakeWhenDue() {
    clearTimeout(this.timer);
    const wait = this.nextDue === null ? Infinity : new Date(this.nextDue).getTime() - Date.now();
    if (wait < soon) {
      this.timer = setTimeout(() => this.load(), Math.max(wait, 1000) + 500);
    }
  }

  /** Counts a card down until the server has counted it. */
  count({ state }, changed) {
    if (this.left === null) {
      return;
    }
    const kind = kindOf({ card: { state }, changed });
    this.left = { ...this.left, [kind]: Math.max(0, this.left[kind] - 1) };
  }

  hear(type, detail) {
    const entry = this.log.find(({ id }) => id !== undefined && id === detail?.review.id);
    if (type === "sent") {
      Object.assign(entry ?? {}, { state: "kept", card: detail.answer.card });
    }
    if (type === "refused") {
      Object.assign(entry ?? {}, { state: "refused" });
      toast(`A review was not taken: ${detail.problem.detail}`, { kind: "bad", lasting: true });
    }
    if (type !== "changed" && waiting(this.learner).length === 0 && this.phase !== "ended") {
      this.load();
    }
    this.settle();
  }

  /** Tells whether nothing can be asked until what waits is sent. */
  settle() {
    if (this.phase === "loading" && this.coming === null && isStuck(this.learner)) {
      this.phase = "waiting";
    }
    this.changed();
  }
}

let parked = { key: "", session: null };

/** Keeps a sitting that is left for a while, in the place of any other. */
export function park(key, session) {
  session.pause();
  parked = { key, session };
}

/** The sitting that was left under a key, or null; another one ends. */
export function unpark(key) {
  const { session } = parked;
  const isWanted = parked.key === key;
  parked = { key: "", session: null };
  if (session !== null && !isWanted) {
    session.close();
  }
  return isWanted ? session : null;
}

/** Under which of the counts a card stands. */
export function kindOf({ card, changed }) {
  if (card.state === "learning" || card.state === "relearning") {
    return "learning";
  }
  return changed ? "changed" : card.state;
}
