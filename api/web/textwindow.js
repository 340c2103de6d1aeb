// A run of lines of a stored text that grows at both ends. It promises that lines are never
// asked for twice, and that a place behind the text's end is answered with its end.
import { html } from "./api.js";
import { nodesOf } from "./dom.js";

const before = 30;
const after = 70;
const step = 120;

export class TextWindow {
  /** bytes are the first of what is marked, and one past the last, or null. */
  constructor(id, bytes, signal) {
    Object.assign(this, { id, bytes, signal });
    this.first = 1;
    this.lines = []; // an element of each
    this.total = 0;
  }

  /** The number of the last line that is here. */
  get last() {
    return this.first + this.lines.length - 1;
  }

  has(number) {
    return number >= this.first && number <= this.last;
  }

  /** Whether the end of the text is here. */
  get isWhole() {
    return this.last >= this.total;
  }

  /** Brings the lines around a place. */
  async open({ first, last }) {
    const from = Math.max(1, first - before);
    const to = Math.max(first, last) + after;
    const read = await this.read(from, to).catch((problem) => {
      const end = endOf(problem);
      if (end === 0 || end >= from) {
        throw problem;
      }
      return this.read(Math.max(1, end - before), end);
    });
    this.first = read.first;
    this.lines = read.lines;
  }

  /** Brings earlier lines. */
  async earlier() {
    const { first, lines } = await this.read(Math.max(1, this.first - step), this.first - 1);
    this.lines = [...lines, ...this.lines];
    this.first = first;
  }

  /** Brings later lines. */
  async later() {
    const { lines } = await this.read(this.last + 1, this.last + step);
    this.lines = [...this.lines, ...lines];
  }

  /** Reads lines; where they are too much for one answer the rest is asked for. */
  async read(from, to) {
    const fragment = nodesOf(await html(`/v1/documents/${encodeURIComponent(this.id)}/content`, {
      lines: `${from}-${to}`, bytes: this.bytes === null ? "" : this.bytes.join("-"),
    }, { signal: this.signal }));
    const list = fragment.querySelector("ol");
    const lines = [...list.children].map((line) => line.firstElementChild);
    this.total = Number(list.dataset.linesTotal);
    const first = Number(list.dataset.lineStart);
    const next = first + lines.length;
    if (lines.length === 0 || next > Math.min(to, this.total)) {
      return { first, lines };
    }
    return { first, lines: [...lines, ...(await this.read(next, to)).lines] };
  }
}

/** The number of lines that a refusal of a place behind the end tells of, or 0. */
function endOf({ status, errors = [], fixes = [] }) {
  const isPlace = status === 400 && errors[0]?.field === "lines";
  return isPlace ? Number(/^1-(\d+)$/.exec(fixes[0] ?? "")?.[1] ?? 0) : 0;
}
