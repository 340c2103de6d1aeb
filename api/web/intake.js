// What people hand in: files, folders and pasted texts, each tried before it is stored. It
// promises that nothing is stored that nobody has confirmed, and that what was handed in is
// there until it is stored or dismissed, whichever view is shown meanwhile.
import { get, send } from "./api.js";
import { changesInWords, follow, isEnded } from "./jobs.js";

// The server takes so many files in a request; short jobs run two at a time.
const mostInOne = 100;
const bytesInOne = 64 << 20;
const atOnce = 2;
const mostFiles = 2000;

/** What is handed in. It tells "change" whenever something of it is another. */
class Intake extends EventTarget {
  items = [];
  collection = "main";
  note = "";
  #numbers = 0;
  #waiting = [];
  #running = 0;

  /** Takes files with their paths, and tries each. One at the path of another takes its place. */
  add(files) {
    const room = Math.max(0, mostFiles - this.items.length);
    this.note = files.length > room ? `The first ${room} of ${files.length} files are taken: more at once is what quarry ingest is for.` : "";
    for (const { file, path } of files.slice(0, room)) {
      this.items = this.items.filter((item) => item.path !== path || item.state === "storing");
      const item = { id: `f${++this.#numbers}`, file, path, state: "", job: null, documents: [], problem: null, group: null };
      this.items.push(item);
      this.try(item);
    }
    this.changed();
  }

  /** Asks what would change if an item were stored. */
  try(item) {
    Object.assign(item, { state: "checking", problem: null, documents: [], job: null, group: null, attempt: {} });
    this.#waiting = [...this.#waiting.filter((one) => one !== item), item];
    this.#next();
    this.changed();
  }

  /** Puts an item elsewhere, and tries it there. */
  rename(item, path) {
    if (path !== "" && path !== item.path) {
      item.path = path;
      this.try(item);
    }
  }

  /** Chooses the collection, and tries everything there. */
  choose(collection) {
    if (collection !== this.collection) {
      this.collection = collection;
      this.items.filter(({ state }) => state === "checked" || state === "failed").forEach((item) => this.try(item));
      this.changed();
    }
  }

  /** The items that storing would change something of. */
  get storable() {
    return this.items.filter((item) => item.state === "checked" && item.documents.some(({ status }) => status !== "rejected" && status !== "unchanged"));
  }

  /** Stores items, as many in one job as a request may have. */
  async store(items) {
    for (const part of inParts(items)) {
      await this.#storeTogether(part);
    }
  }

  async #storeTogether(items) {
    const set = (changes) => {
      items.forEach((item) => Object.assign(item, changes));
      this.changed();
    };
    const group = groupOf(items);
    set({ state: "storing", problem: null, job: null, group });
    try {
      const job = await send("POST", "/v1/documents", formOf(items, this.collection), { headers: { "Idempotency-Key": group.key } });
      set({ job });
      const ended = await follow(job, (next) => set({ job: next }));
      if (ended.state !== "done") {
        throw problemOf(ended);
      }
      items.forEach((item) => {
        item.documents = ofItem(item, ended.documents);
        item.state = item.documents.some(({ status }) => status === "rejected") ? "checked" : "stored";
      });
      this.changed();
      this.dispatchEvent(new CustomEvent("stored", { detail: ended }));
    } catch (problem) {
      set({ state: "failed", problem });
    }
  }

  /** Forgets an item. */
  dismiss(item) {
    this.items = this.items.filter((one) => one !== item);
    this.#waiting = this.#waiting.filter((one) => one !== item);
    this.changed();
  }

  /** Forgets everything that is not being stored. */
  clear() {
    this.items.filter(({ state }) => state !== "storing").forEach((item) => this.dismiss(item));
    this.note = "";
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Tries what waits, a few at a time. */
  async #next() {
    if (this.#running >= atOnce || this.#waiting.length === 0) {
      return;
    }
    const item = this.#waiting.shift();
    this.#running += 1;
    await this.#ask(item);
    this.#running -= 1;
    this.changed();
    this.#next();
  }

  async #ask(item) {
    const { attempt } = item;
    const isStill = () => item.attempt === attempt;
    try {
      const job = await send("POST", "/v1/documents", formOf([item], this.collection), {
        params: { dry_run: true }, headers: { Prefer: "wait=10" },
      });
      const ended = isEnded(job) ? job : await follow(job, () => {});
      if (ended.state !== "done") {
        throw problemOf(ended);
      }
      if (isStill()) {
        Object.assign(item, { state: "checked", documents: ended.documents, more: ended.more_documents });
      }
    } catch (problem) {
      if (isStill()) {
        Object.assign(item, { state: "failed", problem });
      }
    }
  }
}

/** The intake of this tab. */
export const intake = new Intake();

/** Items that are stored once more together are the same request, which is done once. */
function groupOf(items) {
  const [{ group }] = items;
  const isSame = group !== null && group.size === items.length && items.every((item) => item.group === group);
  return isSame ? group : { key: crypto.getRandomValues(new Uint32Array(4)).join("-"), size: items.length };
}

function formOf(items, collection) {
  const form = new FormData();
  form.set("collection", collection);
  for (const { file, path } of items) {
    form.append("path", path);
    form.append("file", file, path.split("/").at(-1));
  }
  return form;
}

function inParts(items) {
  const parts = [];
  let bytes = 0;
  for (const item of items) {
    const last = parts.at(-1);
    bytes += item.file.size;
    if (last === undefined || last.length === mostInOne || bytes > bytesInOne) {
      parts.push([item]);
      bytes = item.file.size;
    } else {
      last.push(item);
    }
  }
  return parts;
}

/** The documents of a job that came of one file: its own, and the parts of a file of records. */
const ofItem = ({ path }, documents) => documents.filter((one) => one.path.normalize() === path.normalize() || one.path.startsWith(`${path}/`));

const problemOf = (job) => ({
  title: "This was not done", detail: job.error?.detail ?? `The job is ${job.state.replace("_", " ")}.`, code: job.error?.code ?? "", status: 0, fixes: [], job,
});

/** What became of a document of a job, or would become of it, in words. */
export function fateOf({ status, kept, entries }, isDone) {
  switch (status) {
    case "rejected":
      return kept ? "Refused; what was stored before is still served" : "Refused";
    case "unchanged":
      return "Stored already, and the same";
    case "removed":
      return isDone ? "Removed" : "To be removed";
    default:
      return `${status === "added" ? "New" : "Stored already, now another"}: ${changesInWords(entries, isDone)}`;
  }
}

const remedies = new Map();

/** What the server says to do about a code, or "" as long as it is not known; later is called once it is. */
export function remedyOf(code, later) {
  if (code && !remedies.has(code)) {
    remedies.set(code, "");
    get(`/problems/${encodeURIComponent(code)}`).then(({ remedy }) => {
      remedies.set(code, remedy);
      later();
    }, () => {});
  }
  return remedies.get(code) ?? "";
}

/** The files of a drop, those in folders too, as { file, path }. It must be called within the event. */
export function filesOfDrop(transfer) {
  const entries = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry !== null)) {
    return Promise.all(entries.filter((entry) => entry !== null).map((entry) => filesOfEntry(entry, ""))).then((found) => found.flat());
  }
  return Promise.resolve(filesOfList(transfer.files));
}

/** The files of a list, as an input has it. What a folder hides is left out. */
export const filesOfList = (list) => [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })).filter(({ path }) => !isHidden(path));

async function filesOfEntry(entry, before) {
  const path = before + entry.name;
  if (isHidden(path)) {
    return [];
  }
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => {
      entry.file(resolve, reject);
    });
    return [{ file, path }];
  }
  const reader = entry.createReader();
  const found = [];
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
    for (const inner of some) {
      found.push(...await filesOfEntry(inner, `${path}/`));
    }
  }
  return found;
}

/** A folder is read a hundred entries at a time. */
const readSome = (reader) => new Promise((resolve, reject) => {
  reader.readEntries(resolve, reject);
});

const isHidden = (path) => path.split("/").some((name) => name.startsWith("."));
