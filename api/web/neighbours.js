// What stands before and behind an entry in its document, among those of its kind. It
// promises to read no more of a long document than the part up to the entry.
import { get } from "./api.js";

const lists = { question: "questions", fact: "facts", spec: "specs", passage: "passages" };
const mostPages = 5;

/** The ids of the entries before and behind one: { previous, next }, null where there is none. */
export async function neighbours(entry, signal) {
  const { document_id: document } = entry.source;
  let before = null;
  let isBehind = false;
  let cursor = "";
  for (let page = 0; page < mostPages && cursor !== null; page++) {
    const list = await get(`/v1/${lists[entry.kind]}`, { document, limit: 100, fields: "id,source.document_id", cursor }, { signal, quiet: true });
    for (const { id, source } of list.items.filter(({ source }) => source.document_id === document)) {
      if (isBehind) {
        return { previous: before, next: id };
      }
      isBehind = id === entry.id;
      before = isBehind ? before : id;
    }
    cursor = list.next_cursor;
  }
  return { previous: isBehind ? before : null, next: null };
}
