// The documents of the corpus: how much of each is accounted for, what it gave, and what a
// person should look at. It promises that deleting asks before, and says how it is undone.
import { call, get, send } from "./api.js";
import { countsInWords, follow, isEnded } from "./jobs.js";
import { Pages, linesInWords, shareInWords } from "./corpuspages.js";
import { confirm } from "./dialogs.js";
import { badge, debounce, empty, formatBytes, formatCount, formatDate, html, meter, nothing, plural, problemNote, skeleton, svg, toast } from "./dom.js";
import * as keys from "./keys.js";
import { changed, go, href } from "./route.js";

const orders = { "": "By path", coverage: "Least covered first", "-entries": "Most entries first", entries: "Fewest entries first" };
const mostLines = 40;
const longestUndone = 4_000_000;

export class Documents {
  constructor({ draw, changed: corpusChanged, count }) {
    this.draws = draw;
    this.corpusChanged = corpusChanged;
    this.pages = new Pages("/v1/documents", () => {
      if (!this.isFiltered && this.pages.items !== null) {
        count("documents", this.pages.total);
      }
      draw();
    });
    this.details = new Map();
    this.typed = debounce((q) => go(changed({ q, open: "" }), { replace: true }), 250);
    this.leave = keys.bind({ "/": { does: "Filter the documents", run: () => document.getElementById("documents-q")?.focus() } }, "Documents");
  }

  unmount() {
    this.typed.cancel();
    this.pages.stop();
    this.leave();
  }

  update(url) {
    const { q = "", sort = "", collection = "", open = "" } = Object.fromEntries(url.searchParams);
    const order = orders[sort] === undefined ? "" : sort;
    this.open = open;
    this.asked = { q, sort: order, collection };
    this.isFiltered = q !== "" || collection !== "";
    const box = document.getElementById("documents-q");
    if (box && document.activeElement !== box) {
      box.value = q;
    }
    this.pages.show({ ...this.asked, fields: "id,path,title,collection,report.coverage,report.counts,report.warnings,report.lines.unaccounted" });
    if (open !== "") {
      this.load(open);
    }
  }

  /** Reads what is shown of one document. */
  async load(id) {
    if (this.details.get(id)?.document) {
      return;
    }
    this.details.set(id, {});
    try {
      this.details.set(id, { document: await get(`/v1/documents/${encodeURIComponent(id)}`, { view: "full" }) });
    } catch (problem) {
      this.details.set(id, { problem });
    }
    this.draws();
  }

  draw() {
    const { q, sort, collection } = this.asked;
    return html`
      <search class="toolbar">
        <input class="grow" type="search" id="documents-q" aria-label="Filter by path or title" placeholder="Filter by path or title" .value=${q}
          @input=${(event) => this.typed(event.target.value.trim())}>
        <label class="switch"><span class="visually-hidden">Order</span><select @change=${(event) => go(changed({ sort: event.target.value }), { replace: true })}>
          ${Object.entries(orders).map(([value, words]) => html`<option value=${value} ?selected=${value === sort}>${words}</option>`)}</select></label>
        ${collection === "" ? nothing : html`<a class="chip" href=${changed({ collection: "" })} aria-label="Show all collections">in ${collection} ✕</a>`}
        <a class="button primary" href="/corpus?tab=add">Add documents</a>
      </search>
      <h2 class="visually-hidden">Documents</h2>
      ${this.pages.draw((items) => html`<ul class="rows">${items.map((document) => this.drawRow(document))}</ul>`, this.isFiltered
    ? empty("No document is called so", html`<a class="button" href="/corpus">Show all documents</a>`)
    : empty("Nothing is stored yet", html`<a class="button primary" href="/corpus?tab=add">Add documents</a>`))}`;
  }

  drawRow(document) {
    const { id, path, title, collection, report } = document;
    const isOpen = this.open === id;
    const { coverage, counts, warnings = [], lines } = report;
    const kind = coverage === 1 ? "good" : coverage >= 0.9 ? "warn" : "bad";
    const covered = `${shareInWords(coverage)} of its lines are accounted for`;
    return html`<li class="row document">
      <div class="row-name"><h3><a href="/documents/${id}">${title}</a></h3>
        <p><span class="mono soft">${path}</span> ${collection === "main" ? nothing : html`<a class="badge" href=${changed({ collection, open: "" })}
          aria-label="Only of the collection ${collection}">${collection}</a>`}
        ${lines.unaccounted === 0 ? nothing : badge(`${plural(lines.unaccounted, "line")} in nothing`, "warn")}
        ${warnings.length === 0 ? nothing : badge(plural(warnings.length, "warning"), "warn")}</p></div>
      <div class="row-coverage" title=${covered}>${meter(coverage, covered, kind)}<span class="number">${shareInWords(coverage)}</span></div>
      <ul class="row-counts number" aria-label="Entries">${["question", "fact", "spec", "passage"].map((kind) => html`<li class=${counts[kind] === 0 ? "none" : ""}>${
        plural(counts[kind], kind)}</li>`)}</ul>
      <button type="button" class="button small quiet" aria-expanded=${String(isOpen)} aria-controls="about-${id}"
        @click=${() => go(changed({ open: isOpen ? "" : id }), { replace: true })}>Details<span class="visually-hidden"> of ${path}</span></button>
      <div class="row-about" id="about-${id}" ?hidden=${!isOpen}>${isOpen ? this.drawDetails(id) : nothing}</div>
    </li>`;
  }

  drawDetails(id) {
    const { document, problem } = this.details.get(id) ?? {};
    if (problem) {
      return problemNote(problem, { retry: () => this.load(id) });
    }
    return document ? this.drawReport(document) : skeleton(4);
  }

  drawReport(document) {
    const { id, report } = document;
    const facts = [
      ["Read as", `${report.format} (${report.parser})`],
      ["Size", document.encoding === "utf-8" ? formatBytes(document.bytes) : `${formatBytes(document.bytes)}, ${document.encoding}`],
      ["Language", document.language], ["Licence", document.licence], ["Author", document.author], ["Date", formatDate(document.date) || document.date],
      ["From", document.source_url],
    ].filter(([, value]) => value);
    return html`
      ${drawLines(report.lines)}
      ${drawUnaccounted(id, report.unaccounted)}
      ${report.warnings.length === 0 ? nothing : html`<h4>Warnings</h4><ul class="plain-list">${report.warnings.map((warning) => html`<li>${linkLine(id, warning)}</li>`)}</ul>
        <p class="hint">Mend the file and store it again: what did not change keeps its ids.</p>`}
      <dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${document.brought_topics.length === 0 ? nothing : html`<p class="hint">It brought the topics ${document.brought_topics.map(({ id: topic, name }, i) => html`${
        i === 0 ? "" : ", "}<a href=${href("/", { topic })}>${name}</a>`)}.</p>`}
      <p class="toolbar">
        <a class="button small" href="/documents/${id}">Open in the reader</a>
        <a class="button small" href=${href("/", { document: id })}>Search in it</a>
        ${report.counts.question === 0 ? nothing : html`<a class="button small" href=${href("/study", { document: id })}>Study it</a>`}
        <span class="grow"></span>
        <button type="button" class="button small danger" @click=${() => this.remove(document)}>Delete</button>
      </p>`;
  }

  /** Deletes a document once somebody has agreed to it. */
  async remove(document) {
    const { id, path, report } = document;
    const isUndone = document.text_of === "file" && document.collection !== "starter" && document.bytes <= longestUndone;
    const agreed = await confirm(`Delete ${path}?`, html`${countsInWords(report.counts)} go with it, from searches too.
      ${isUndone ? "It can be undone right after." : "To have it back, store its file again."} Corrections of its entries are kept.`, { yes: "Delete it" });
    if (!agreed) {
      return;
    }
    try {
      const text = isUndone ? await call("GET", `/v1/documents/${id}/content`).then(({ body }) => body) : "";
      const job = await send("DELETE", `/v1/documents/${id}`);
      if (job?.state && !isEnded(job)) {
        await follow(job, () => {});
      }
      toast(`Deleted ${path}`, isUndone ? { action: { label: "Undo", run: () => this.restore(document, text) } } : {});
    } catch (problem) {
      toast(`${path} was not deleted: ${problem.message}`, { kind: "bad" });
    }
    this.changedAll(id);
  }

  async restore({ id, collection, path }, content) {
    try {
      const job = await send("POST", "/v1/documents", { collection, path, content }, { headers: { Prefer: "wait=10" } });
      await follow(job, () => {});
      toast(`Stored ${path} again`, { kind: "good" });
    } catch (problem) {
      toast(`${path} was not stored again: ${problem.message}`, { kind: "bad" });
    }
    this.changedAll(id);
  }

  changedAll(id) {
    this.details.delete(id);
    this.corpusChanged();
    if (this.open === id) {
      go(changed({ open: "" }), { replace: true });
    }
    this.pages.again();
  }
}

const lineNames = { entry: "in questions, facts and specs", prose: "in passages alone", structure: "headings and structure", furniture: "of the page", unaccounted: "in nothing" };

/** What became of the lines, as one bar and in words. */
function drawLines(lines) {
  const all = Object.values(lines).reduce((sum, count) => sum + count, 0);
  const parts = Object.keys(lineNames).filter((name) => lines[name] > 0);
  const words = parts.map((name) => `${formatCount(lines[name])} ${lineNames[name]}`);
  let at = 0;
  return html`<figure class="lines"><svg class="line-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts.map((name) => {
    const width = 100 * lines[name] / all;
    at += width;
    return svg`<rect class=${name} x=${at - width} width=${width} height="4"></rect>`;
  })}</svg><figcaption>${plural(all, "line")}: ${parts.map((name, i) => html`${i === 0 ? "" : ", "}<span class="line-key ${name}">${words[i]}</span>`)}.</figcaption></figure>`;
}

function drawUnaccounted(id, ranges) {
  return ranges.length === 0 ? nothing : html`<h4>Lines in nothing</h4>
    <p class="chips">${ranges.slice(0, mostLines).map((range) => html`<a class="chip" href=${lineHref(id, range)}>${linesInWords(range)}</a>`)}${
      ranges.length > mostLines ? html`<span class="hint">and ${plural(ranges.length - mostLines, "more place")}</span>` : nothing}</p>`;
}

const lineHref = (id, { line_start: first, line_end: last }) => `/documents/${id}#L${first}${last === first ? "" : `-L${last}`}`;

/** A warning that begins with its line leads there. */
function linkLine(id, warning) {
  const [, line, rest] = /^line (\d+): (.*)$/s.exec(warning) ?? [];
  return line === undefined ? warning : html`<a href="/documents/${id}#L${line}">line ${line}</a>: ${rest}`;
}
