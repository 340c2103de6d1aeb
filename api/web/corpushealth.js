// How well the server is: who follows the changes and how far, what the data takes, which
// jobs there are, and what to run where something is wrong. It promises to look again by
// itself as long as something is on its way, and only while it is shown.
import { call, currentKey, get, send } from "./api.js";
import { badge, formatBytes, formatCount, formatTime, html, nothing, plural, problemNote, skeleton, toast } from "./dom.js";
import { fateOf, remedyOf } from "./intake.js";
import { changesInWords, drawProgress, drop, follow, isEnded, retry } from "./jobs.js";

const pause = 2000;

const purposes = {
  starter: "The documents of a first start", lexical: "Searches by words", vector: "Searches by meaning", conflicts: "Claims held against each other",
  glossary: "Abbreviations", links: "Answers to open questions", reranker: "Reads the first hits once more", judge: "Judges answers",
};
const parts = { database: "Database", index_lexical: "Index of words", index_vector: "Index of meaning" };

export class Health {
  constructor({ draw }) {
    this.draws = draw;
    this.asked = new AbortController();
    this.stats = null;
    this.problem = null;
    this.readiness = null;
    this.sizes = [];
    this.jobs = null;
    this.jobProblem = null;
    this.running = null;
    this.load();
    if (currentKey() !== "") {
      this.loadJobs();
    }
  }

  unmount() {
    clearTimeout(this.timer);
    this.asked.abort();
  }

  update() {}

  async load() {
    const { signal } = this.asked;
    const [stats, metrics, ready] = await Promise.allSettled([
      get("/v1/stats", {}, { signal }), call("GET", "/metrics", { signal }), get("/readyz", {}, { signal, quiet: true }),
    ]);
    if (signal.aborted) {
      return;
    }
    this.problem = stats.reason ?? null;
    this.stats = stats.value ?? this.stats;
    this.sizes = metrics.value === undefined ? this.sizes : sizesOf(metrics.value.body);
    this.readiness = ready.value ?? { status: "not ready", reasons: [ready.reason.detail], code: ready.reason.code };
    this.draws();
    const isMoving = this.problem !== null || this.readiness.status !== "ready" || this.stats.followers.some(({ lag, building, done }) => lag > 0 || building || done !== null);
    if (isMoving) {
      this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), pause);
    }
  }

  /** Looks again once the page is seen again. */
  wait() {
    document.addEventListener("visibilitychange", () => this.load(), { once: true, signal: this.asked.signal });
  }

  async loadJobs() {
    try {
      this.jobs = (await get("/v1/jobs", { limit: 20 })).items;
      this.jobProblem = null;
    } catch (problem) {
      this.jobProblem = problem;
    }
    this.draws();
  }

  draw() {
    if (this.stats === null) {
      return this.problem === null ? skeleton(12) : problemNote(this.problem, { retry: () => this.load() });
    }
    return html`
      ${this.drawReadiness()}
      <h2>Who follows the changes</h2>
      <ul class="rows">${this.stats.followers.map(drawFollower)}</ul>
      <div class="split">
        <section aria-labelledby="data-title"><h2 id="data-title">The data</h2>${this.drawData()}</section>
        <section aria-labelledby="work-title"><h2 id="work-title">Work on it</h2>${this.drawWork()}</section>
      </div>
      <section aria-labelledby="jobs-title"><h2 id="jobs-title">Jobs</h2>${this.drawJobs()}</section>`;
  }

  drawReadiness() {
    const { status, reasons, code = "" } = this.readiness;
    const isWell = status === "ready" && reasons.length === 0;
    const kind = isWell ? "good" : status === "ready" ? "warn" : "bad";
    const words = isWell ? "All is well" : status === "ready" ? "It answers, and something is on its way" : "It is not ready";
    return html`<section class="card health ${kind}" aria-labelledby="health-title">
      <h2 id="health-title">${words}</h2>
      ${reasons.length === 0 ? html`<p>Every index has read the last change.</p>` : html`<ul class="plain-list">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
      ${adviceOf(code, reasons)}
    </section>`;
  }

  drawData() {
    const { documents, counts, bytes, revision, version, lines } = this.stats;
    const rows = [
      ["Documents", formatCount(documents)], ["Entries", formatCount(Object.values(counts).reduce((sum, count) => sum + count, 0))],
      ["Stored text", formatBytes(bytes)], ["Lines in nothing", formatCount(lines.unaccounted)],
      ...this.sizes.map(({ part, size }) => [parts[part] ?? part.replaceAll("_", " "), formatBytes(size)]),
      ["Revision", formatCount(revision)], ["Program", version],
    ];
    return html`<dl class="facts number">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
  }

  drawWork() {
    const { running } = this;
    return html`
      <p class="toolbar">
        <button type="button" class="button" ?disabled=${running !== null} @click=${() => this.run("reindex")}>Build the indexes anew</button>
        <button type="button" class="button" ?disabled=${running !== null} @click=${() => this.run("backup")}>Make a backup</button>
      </p>
      ${running === null ? html`<p class="hint">Both go on beside everything else; what is there answers meanwhile. At the machine, <code>quarry doctor</code> looks at everything and says what to do.</p>`
    : drawProgress(running)}`;
  }

  async run(what) {
    try {
      this.running = await send("POST", `/v1/admin/${what}`);
      this.draws();
      const ended = await follow(this.running, (job) => {
        this.running = job;
        this.draws();
      });
      const { file, entries } = ended.result;
      toast(ended.state === "done" ? (file ? `The backup is ${file}` : `The indexes are new: ${formatCount(entries ?? 0)} entries`)
        : ended.error?.detail ?? `The job is ${ended.state}`, { kind: ended.state === "done" ? "good" : "bad" });
    } catch (problem) {
      toast(problem.message, { kind: "bad" });
    }
    this.running = null;
    this.load();
    this.loadJobs();
  }

  drawJobs() {
    if (this.jobProblem !== null) {
      return problemNote(this.jobProblem, { retry: () => this.loadJobs() });
    }
    if (this.jobs === null) {
      return html`<p><button type="button" class="button" @click=${() => this.loadJobs()}>Show the jobs</button> <span class="hint">A key that may write is needed.</span></p>`;
    }
    return this.jobs.length === 0 ? html`<p class="soft">There are none.</p>` : html`<ul class="rows">${this.jobs.map((job) => this.drawJob(job))}</ul>`;
  }

  drawJob(job) {
    const { id, kind, state, created_at: created, dry_run: isDry, documents, more_documents: more, error } = job;
    const rejected = documents.filter(({ status }) => status === "rejected");
    const isLost = state === "given_up" || state === "waiting";
    return html`<li class="row job">
      <span>${badge(state.replace("_", " "), { done: "good", failed: "bad", given_up: "bad", waiting: "warn", running: "accent" }[state] ?? "")} ${kind}${isDry ? ", only tried" : ""}</span>
      <span class="soft">${formatTime(created)}</span>
      <span>${documents.length === 0 ? nothing : `${plural(documents.length + more, "document")}: ${changesInWords(summed(documents), !isDry)}`}</span>
      ${error === null ? nothing : html`<p class="hint">${error.detail}</p>`}
      ${rejected.map((document) => html`<p class="rejection"><span class="mono">${document.path}</span>: ${fateOf(document, true)}. ${document.rejection.line === null ? "" : `Line ${document.rejection.line}: `}${
        document.rejection.reason} <span class="hint">${remedyOf(document.rejection.code, this.draws)}</span></p>`)}
      ${isLost ? html`<p class="toolbar"><button type="button" class="button small" @click=${() => this.act(retry, job)}>Try it again</button>
        <button type="button" class="button small danger" @click=${() => this.act(drop, job)}>Drop it</button></p>` : nothing}
      ${isEnded(job) || isLost ? nothing : html`<p class="hint">${id}</p>`}
    </li>`;
  }

  async act(action, job) {
    try {
      await action(job);
    } catch (problem) {
      toast(problem.message, { kind: "bad" });
    }
    this.loadJobs();
  }
}

function drawFollower({ name, ready, building, lag, reason, model, done, total }) {
  const state = ready && !building && lag === 0 ? badge("up to date", "good") : building ? badge("being built", "warn") : ready ? badge(`${formatCount(lag)} behind`, "warn") : badge("not ready", "bad");
  return html`<li class="row follower">
    <span class="row-name"><strong>${name}</strong> <span class="soft">${purposes[name] ?? ""}</span></span>
    <span>${state}</span>
    <span class="soft">${reason ?? nothing}${model === null ? nothing : html`<span class="mono">${model}</span>`}</span>
    ${done === null ? nothing : html`<progress aria-label="${name}: ${total === null ? `${done} so far` : `${done} of ${total}`}" max=${total ?? nothing} value=${total === null ? nothing : done}></progress>`}
  </li>`;
}

/** What a person can do at the machine about what is wrong. */
function adviceOf(code, reasons) {
  const text = reasons.join(" ");
  const advice = [];
  if (code === "database_damaged" || /damaged/.test(text)) {
    advice.push(["quarry doctor", "says what is damaged"], ["quarry salvage", "takes out what can be read"], ["quarry restore FILE", "puts a backup in its place"]);
  }
  if (/did not succeed|disk|index/.test(text) && !/catching up|building/.test(text)) {
    advice.push(["quarry doctor", "looks at the indexes and the disk"], ["quarry reindex", "makes the indexes anew"]);
  }
  if (/backup/.test(text)) {
    advice.push(["quarry backup FILE", "makes one now, and says what is in the way"]);
  }
  if (/job/.test(text)) {
    advice.push(["quarry jobs", "says what waits, and what was given up"]);
  }
  return advice.length === 0 ? nothing : html`<dl class="facts">${advice.map(([command, what]) => html`<div><dt><code>${command}</code></dt><dd>${what}</dd></div>`)}</dl>`;
}

/** What the data takes on the disk, of what the server measures. */
const sizesOf = (metrics) => [...metrics.matchAll(/^quarry_data_bytes\{part="([^"]+)"\} (\S+)$/gm)].map(([, part, size]) => ({ part, size: Number(size) }));

function summed(documents) {
  const sum = { added: 0, changed: 0, removed: 0, merged: 0 };
  for (const { entries } of documents) {
    Object.keys(sum).forEach((name) => {
      sum[name] += entries[name];
    });
  }
  return sum;
}
