// How an entry or some lines are cited: by an address that opens them, and in words. It
// promises that both name the document, the lines and nothing that is only so in this tab.
import { plural, toast } from "./dom.js";
import { href } from "./route.js";
import { writeLines } from "./searchstate.js";

/** The address of lines of a document in the page. */
export const documentHref = (id, lines = null, params = {}) => href(`/documents/${encodeURIComponent(id)}`, params, writeLines(lines));

const paths = { q: "questions", g: "questions", f: "facts", s: "specs", p: "passages" };

/** The address of an entry in the API, by the kind that its id begins with. */
export const entryPath = (id) => `/v1/${paths[id[0]] ?? "questions"}/${encodeURIComponent(id)}`;

/** The lines of a source. */
export const linesOf = (source) => ({ first: source.line_start, last: source.line_end });

/** "line 5" or "lines 5–9". */
export const inWords = ({ first, last }) => (first === last ? `line ${first}` : `lines ${first}–${last}`);

/** How many lines: "1 line", "5 lines". */
export const howMany = ({ first, last }) => plural(last - first + 1, "line");

/** Puts the address of lines into the clipboard. */
export const copyLink = (id, lines, params) => copy(absolute(documentHref(id, lines, params)), "Link copied");

/** Puts a citation in words into the clipboard. */
export function copyCitation({ title, path, id, sha256 = "" }, lines, params) {
  const named = title && title !== path ? `“${title}”, ${path}` : path;
  const sum = sha256 === "" ? "" : `, SHA-256 ${sha256.slice(0, 12)}`;
  return copy(`${named}, ${inWords(lines)}${sum}. ${absolute(documentHref(id, lines, params))}`, "Citation copied");
}

const absolute = (address) => new URL(address, window.location.href).href;

async function copy(text, done) {
  try {
    await write(text);
    toast(done, { kind: "good" });
  } catch {
    toast(`Copy it from here: ${text}`, { kind: "warn", lasting: true });
  }
}

/** Browsers lend the clipboard to secure origins alone; elsewhere a selection is copied. */
async function write(text) {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const room = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "visually-hidden" });
  const before = document.activeElement;
  document.body.append(room);
  room.select();
  const copied = document.execCommand("copy");
  room.remove();
  before?.focus?.();
  if (!copied) {
    throw new Error("not copied");
  }
}
