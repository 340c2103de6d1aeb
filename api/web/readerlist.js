// What was read of a document: its entries by kind, in the order in which they stand. It
// promises to ask for those that are looked at, a page at a time.
import { get } from "./api.js";
import { html, nothing, problemNote, repeat, skeleton } from "./dom.js";
import { documentHref, linesOf } from "./citation.js";
import { kinds } from "./facets.js";
import { difficultyBadge } from "./hits.js";

const pageSize = 50;
const fields = {
  question: "question,answered",
  fact: "subject,statement",
  spec: "device.name,attribute.name,value.text",
  passage: "heading,text",
};
const common = "id,kind,difficulty,difficulty_source,source.line_start,source.line_end";

/** What an entry says, in a line. */
const says = {
  question: ({ question }) => question,
  fact: ({ subject, statement }) => (subject && !statement.includes(subject) ? `${subject}: ${statement}` : statement),
  spec: ({ device, attribute, value }) => `${device.name}, ${attribute.name}: ${value.text}`,
  passage: ({ text }) => text,
};

export class EntryList {
  constructor(draw) {
    this.draw = draw;
    this.document = "";
    this.lists = new Map();
  }

  /** Begins to read the entries of a document, of each kind that it has. */
  show(document, counts, signal) {
    if (this.document === document) {
      return;
    }
    Object.assign(this, { document, signal, lists: new Map() });
    for (const kind of Object.keys(kinds).filter((one) => counts[one] > 0)) {
      this.lists.set(kind, { items: null, cursor: "", problem: null });
      this.more(kind);
    }
  }

  async more(kind) {
    const { document } = this;
    const list = this.lists.get(kind);
    const params = { document, limit: pageSize, cursor: list.cursor, fields: `${common},${fields[kind]}` };
    try {
      const page = await get(`/v1/${kind}s`, params, { signal: this.signal });
      Object.assign(list, { items: [...list.items ?? [], ...page.items], cursor: page.next_cursor, problem: null });
    } catch (problem) {
      if (problem.name === "AbortError") {
        return;
      }
      list.problem = problem;
    }
    this.draw();
  }

  render() {
    return html`<div class="entry-lists">${[...this.lists].map(([kind, list]) => html`<section aria-labelledby="list-${kind}">
      <h2 id="list-${kind}"><span class="kind ${kind}">${kinds[kind]}</span></h2>
      ${list.problem ? problemNote(list.problem, { retry: () => this.more(kind) }) : nothing}
      ${list.items === null ? (list.problem ? nothing : skeleton(6)) : html`<ol class="entry-list">${repeat(list.items, ({ id }) => id, (entry) => this.drawEntry(entry))}</ol>`}
      ${list.cursor ? html`<button type="button" class="button small" @click=${() => this.more(kind)}>More ${kinds[kind].toLowerCase()}</button>` : nothing}
    </section>`)}</div>`;
  }

  drawEntry(entry) {
    return html`<li><span class="line-number" title="Line">${linesOf(entry.source).first}</span>
      <a href=${documentHref(this.document, null, { entry: entry.id })}>${says[entry.kind](entry)}</a>
      <span>${difficultyBadge(entry)}</span></li>`;
  }
}
