// The view "Corpus": what is stored, what is missing, what disagrees, and what is handed in.
// It promises that its state is in the address, and that files may be dropped anywhere on it.
import { get } from "./api.js";
import { Adding } from "./corpusadding.js";
import { Conflicts } from "./corpusconflicts.js";
import { Documents } from "./corpusdocuments.js";
import { Gaps } from "./corpusgaps.js";
import { Health } from "./corpushealth.js";
import { announce, formatCount, formatShare, html, nothing, on, plural, render, setTitle, style, toast } from "./dom.js";
import { filesOfDrop, intake } from "./intake.js";
import { changesInWords } from "./jobs.js";
import * as keys from "./keys.js";
import { go, href } from "./route.js";

const tabs = [
  { name: "documents", title: "Documents", part: Documents },
  { name: "add", title: "Add", part: Adding },
  { name: "gaps", title: "Gaps", part: Gaps },
  { name: "conflicts", title: "Conflicts", part: Conflicts },
  { name: "health", title: "Health", part: Health },
];

export default {
  title: "Corpus",
  mount(root, url) {
    const view = new CorpusView(root);
    style("corpus.css").then(() => view.update(url));
    return { update: (next) => view.update(next), unmount: () => view.unmount() };
  },
};

class CorpusView {
  constructor(root) {
    this.root = root;
    this.stats = null;
    this.totals = {};
    this.tab = null;
    this.part = null;
    this.dragging = 0;
    this.asked = new AbortController();
    this.leave = [
      on(root, "dragenter", (event) => this.drag(event, 1)),
      on(root, "dragleave", (event) => this.drag(event, -1)),
      on(root, "dragover", (event) => holdsFiles(event) && event.preventDefault()),
      on(root, "drop", (event) => this.drop(event)),
      on(intake, "change", () => this.draw()),
      on(intake, "stored", ({ detail }) => this.stored(detail)),
      keys.bind({ a: { does: "Add documents", run: () => go("/corpus?tab=add") } }, "Corpus"),
    ];
    root.classList.add("corpus");
  }

  unmount() {
    this.asked.abort();
    this.part?.unmount();
    this.leave.forEach((end) => end());
  }

  /** Shows the part that an address names. */
  update(url) {
    const tab = tabs.find(({ name }) => name === url.searchParams.get("tab")) ?? tabs[0];
    if (tab !== this.tab) {
      this.part?.unmount();
      this.tab = tab;
      this.part = new tab.part({ draw: () => this.draw(), changed: () => this.refresh(), count: (name, total) => this.count(name, total) });
      setTitle(tab === tabs[0] ? "Corpus" : `${tab.title} · Corpus`);
    }
    this.part.update(url);
    this.draw();
    revealTab(this.root.querySelector(".tab[aria-current]"));
    if (this.stats === null) {
      this.refresh();
    }
  }

  /** Reads again what stands above every part. */
  async refresh() {
    const { signal } = this.asked;
    const [stats, gaps, conflicts] = await Promise.allSettled([
      get("/v1/stats", {}, { signal }),
      get("/v1/questions", { answer_state: "gap,likely", limit: 1, fields: "id" }, { signal }),
      get("/v1/conflicts", { limit: 1, fields: "id" }, { signal }),
    ]);
    if (signal.aborted) {
      return;
    }
    this.stats = stats.value ?? this.stats;
    this.totals = { ...this.totals, documents: this.stats?.documents, gaps: gaps.value?.total, conflicts: conflicts.value?.total };
    this.draw();
  }

  /** Takes the total that a part has read. */
  count(name, total) {
    if (this.totals[name] !== total) {
      this.totals[name] = total;
      this.draw();
    }
  }

  stored(job) {
    const sum = { added: 0, changed: 0, removed: 0, merged: 0 };
    job.documents.forEach(({ entries }) => Object.keys(sum).forEach((name) => {
      sum[name] += entries[name];
    }));
    toast(`Stored: ${changesInWords(sum)}`, { kind: "good" });
    this.refresh();
  }

  drag(event, step) {
    if (holdsFiles(event)) {
      event.preventDefault();
      this.dragging = Math.max(0, this.dragging + step);
      this.root.classList.toggle("dragging", this.dragging > 0);
    }
  }

  async drop(event) {
    if (!holdsFiles(event)) {
      return;
    }
    event.preventDefault();
    this.dragging = 0;
    this.root.classList.remove("dragging");
    const found = await filesOfDrop(event.dataTransfer);
    if (this.tab.name !== "add") {
      go("/corpus?tab=add");
    }
    intake.add(found);
    announce(found.length === 0 ? "No file was dropped" : `${plural(found.length, "file")} dropped`);
  }

  draw() {
    render(html`
      <div class="corpus-head">
        <h1>Corpus</h1>
        <p class="corpus-sum number">${this.stats === null ? "\u00a0" : drawSum(this.stats)}</p>
      </div>
      <nav class="tabs" aria-label="Corpus">${tabs.map((tab) => this.drawTab(tab))}</nav>
      <div class="corpus-part">${this.part.draw()}</div>
      <div class="drop-veil" aria-hidden="true"><span>Drop to try what would be stored</span></div>`, this.root);
  }

  drawTab(tab) {
    const count = tab.name === "add" ? intake.items.length || undefined : this.totals[tab.name];
    return html`<a class="tab" href=${href("/corpus", { tab: tab === tabs[0] ? "" : tab.name })}
      aria-current=${tab === this.tab ? "page" : nothing}>${tab.title}${tab.name === "health" ? this.drawState()
      : html` <span class="count">${count === undefined ? "" : formatCount(count)}</span>`}</a>`;
  }

  drawState() {
    const isBehind = this.stats?.followers.some(({ name, ready, lag, building }) => name !== "links" && (!ready || lag > 0 || building));
    return isBehind ? html` <span class="count" title="Not everything has followed the last change">…</span>` : nothing;
  }
}

/** Scrolls the tabs, where they are wider than the window, and not the page. */
function revealTab(tab) {
  const { parentElement: strip } = tab;
  strip.scrollLeft = Math.max(0, tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2);
}

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

const drawSum = ({ documents, counts, coverage }) => html`${plural(documents, "document")} · ${plural(counts.question, "question")} · ${
  plural(counts.fact, "fact")} · ${plural(counts.spec, "spec")} · ${formatShare(coverage)} of their lines accounted for`;

