// What a search shows, as its address says it. It promises that reading what was written
// gives the same state, and that a state asks for the same things wherever it is opened.
import { href } from "./route.js";

/** The lists that a search can be narrowed to, which are parameters of /v1/search as well. */
export const filterNames = ["kind", "difficulty", "topic", "document", "style", "collection"];

/** How many hits a page has, and how many one request can bring. */
export const pageSize = 20;
const largestPage = 100;

/** The state that an address stands for. */
export function readState(url) {
  const asked = url.searchParams;
  const mode = asked.get("mode");
  return {
    q: (asked.get("q") ?? "").trim(),
    mode: mode === "lexical" || mode === "semantic" ? mode : "hybrid",
    filters: Object.fromEntries(filterNames.map((name) => [name, asked.getAll(name).flatMap(split)])),
    shown: Math.max(pageSize, Math.floor(Number(asked.get("shown"))) || 0),
    open: asked.get("open") ?? "",
    as: asked.get("as") === "entry" ? "entry" : "text",
    seed: Math.floor(Number(asked.get("seed"))) || 0,
    lines: readLines(url.hash),
  };
}

/** The address of a state. */
export function writeState({ q, mode, filters, shown, open, as, seed, lines }) {
  return href("/", {
    q,
    mode: mode === "hybrid" ? "" : mode,
    ...Object.fromEntries(filterNames.map((name) => [name, filters[name].map(escape)])),
    shown: shown > pageSize ? shown : "",
    seed: seed > 0 && q === "" ? seed : "",
    open,
    as: open !== "" && as === "entry" ? as : "",
  }, writeLines(lines));
}

/** A state that asks for something else: from the first page on, with no entry open. */
export const asking = (state, changes) => ({ ...state, shown: pageSize, open: "", lines: null, ...changes });

/** A state with one value of a filter switched on, or off where it is on. */
export function toggled(state, name, value) {
  const values = state.filters[name];
  const kept = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return asking(state, { filters: { ...state.filters, [name]: kept } });
}

/** A state without filters. */
export const unfiltered = (state) => asking(state, { filters: Object.fromEntries(filterNames.map((name) => [name, []])) });

/** How many values a search is narrowed to. */
export const filterCount = (state) => filterNames.reduce((sum, name) => sum + state.filters[name].length, 0);

/** What tells apart the answers of states: two with the same key show the same hits. */
export const searchKey = (state) => writeState({ ...state, open: "", lines: null });

// What is picked of each hit: what the list shows, and what the reader needs to open at once.
const picked = [
  "id", "kind", "title", "snippet", "difficulty", "difficulty_source", "answered", "topics", "found_by", "explain",
  "source.document_id", "source.title", "source.path", "source.heading", "source.line_start", "source.line_end",
  "source.byte_start", "source.byte_end", "also.id", "also.kind", "also.source.document_id", "also.source.path",
  "also.source.line_start", "also.source.line_end",
].join(",");

/** The parameters of the request for hits. */
export function searchParams(state, facets) {
  return {
    q: state.q, mode: state.mode, ...filterParams(state.filters), facets,
    explain: "true", limit: Math.min(state.shown, largestPage), fields: picked,
  };
}

/** The parameters of the request for the next hits. */
export const moreParams = (state, cursor) => ({ ...searchParams(state, []), limit: pageSize, cursor });

/**
 * What counts the values of the filters that are set, each as if it were not: so that a
 * second value can be chosen beside the first. Words alone are counted in searches by both,
 * too, so that no meaning has to be asked for it.
 */
export function sidewaysQueries(state, facets) {
  return facets.filter((name) => state.filters[name].length > 0).map((name) => ({
    q: state.q,
    mode: state.mode === "semantic" ? "semantic" : "lexical",
    ...withoutEmpty({ ...state.filters, [name]: [] }),
    facets: [name], highlight: false, limit: 1,
  }));
}

/** Filters as parameters, with commas within a value escaped. */
export const filterParams = (filters) => Object.fromEntries(
  Object.entries(withoutEmpty(filters)).map(([name, values]) => [name, values.map(escape)]),
);

/** The lines that a fragment such as "#L51-L60" names, or null. */
export function readLines(hash) {
  const [, first, last = first] = /^#L(\d+)(?:-L?(\d+))?$/.exec(hash) ?? [];
  if (first === undefined) {
    return null;
  }
  const [a, b] = [Number(first), Number(last)];
  return { first: Math.max(1, Math.min(a, b)), last: Math.max(1, a, b) };
}

/** The fragment that names lines, or "". */
export function writeLines(lines) {
  if (lines === null) {
    return "";
  }
  return lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
}

const split = (list) => (list.match(/(?:\\,|[^,])+/g) ?? []).map((one) => one.replaceAll("\\,", ","));
const escape = (value) => value.replaceAll(",", "\\,");
const withoutEmpty = (filters) => Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0));
