// What topics are called. They promise to be asked for once while the page is open, and
// that a topic whose name is not known is shown by its id.
import { get } from "./api.js";

const mostPages = 10;
let asked = null;
let known = new Map();

/** All topics by their ids; without an answer none are known, and it is asked again next time. */
export function loadTopics() {
  asked ??= readAll().then((topics) => {
    known = topics;
    return topics;
  }).catch(() => {
    asked = null;
    return known;
  });
  return asked;
}

/** A topic's name, or its id until names are there. */
export const topicName = (id) => known.get(id)?.name ?? id;

/** How many entries a topic of /v1/topics has itself. */
export const entriesOf = ({ counts }) => Object.values(counts)
  .reduce((sum, kind) => sum + Object.values(kind).reduce((part, count) => part + count, 0), 0);

async function readAll() {
  const topics = new Map();
  let cursor = "";
  for (let page = 0; page < mostPages && cursor !== null; page++) {
    const list = await get("/v1/topics", { limit: 100, fields: "id,name,parent,counts", cursor }, { quiet: true });
    list.items.forEach((topic) => topics.set(topic.id, topic));
    cursor = list.next_cursor;
  }
  return topics;
}
