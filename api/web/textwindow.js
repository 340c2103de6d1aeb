// A run of lines of a stored text that grows at both ends. It promises that lines are never
// asked for twice, and that a place behind the text's end is answered with its end.
import { call } from "./api.js";

const before = 30;
const after = 70;
const step = 120;

export class TextWindow {
  constructor(id, signal) {
    this.id = id;
    this.signal = signal;
    this.first = 1;
    this.lines = [];
    this.isWhole = false; // whether the last line of the text is here
  }

  /** The number of the last line that is here. */
  get last() {
    return this.first + this.lines.length - 1;
  }

  /** Brings the lines around a place. */
  async open({ first, last }) {
    const from = Math.max(1, first - before);
    const { start, lines, isEnd } = await this.read(from, Math.max(last, first) + after);
    Object.assign(this, { first: start, lines, isWhole: isEnd });
  }

  /** Brings earlier lines, and reports how many. */
  async earlier() {
    const to = this.first - 1;
    const from = Math.max(1, this.first - step);
    const { lines } = await this.read(from, to);
    this.lines = [...lines, ...this.lines];
    this.first = from;
    return lines.length;
  }

  /** Brings later lines, and reports how many. It asks from the last line on, which is there for sure. */
  async later() {
    const { lines, isEnd } = await this.read(this.last, this.last + step);
    this.lines = [...this.lines, ...lines.slice(1)];
    this.isWhole = isEnd;
    return lines.length - 1;
  }

  async read(from, to) {
    try {
      const { body } = await call("GET", `/v1/documents/${encodeURIComponent(this.id)}/content`, {
        params: { lines: `${from}-${to}` }, headers: { Accept: "text/plain" }, signal: this.signal,
      });
      const lines = body.split("\n");
      if (lines.at(-1) === "") {
        lines.pop();
      }
      return { start: from, lines: lines.map((line) => line.replace(/\r$/, "")), isEnd: lines.length < to - from + 1 };
    } catch (problem) {
      const end = endOf(problem);
      if (end === 0 || end >= from) {
        throw problem;
      }
      return this.read(Math.max(1, end - before), end + 1);
    }
  }
}

/** The number of lines that a refusal of a place behind the end tells of, or 0. */
function endOf({ status, errors = [], fixes = [] }) {
  const isPlace = status === 400 && errors[0]?.field === "lines";
  return isPlace ? Number(/^1-(\d+)$/.exec(fixes[0] ?? "")?.[1] ?? 0) : 0;
}
