// Where something stands in the documents. It promises a link to the very lines in the reader.
import { html } from "./dom.js";

/** The reader's address of an address in the API: /documents/d_1#L3-L5 of /v1/documents/d_1/content#L3-L5. */
export const readerOf = (url) => url.replace(/^\/v1\/documents\/([^/]+)\/content/, "/documents/$1");

/** A link to the lines of a source: "memory.md, lines 3–5". */
export function sourceLink(source) {
  const { line_start: first, line_end: last } = source;
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  return html`<a class="source" href=${readerOf(source.url)}>${source.path}, ${lines}</a>`;
}
