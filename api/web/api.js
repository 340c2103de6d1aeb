// What the server says. It promises that every answer comes from /v1 alone, that what went
// wrong is a Problem, and that the key stands in a header and never in an address.

/** An error answer (RFC 9457), or that none came (status 0, code "offline"). */
export class Problem extends Error {
  constructor({ status = 0, code = "", title = "", detail = "", fixes = [], errors = [], request_id = "" }, retryAfter = 0) {
    super(detail || title || code);
    this.name = "Problem";
    Object.assign(this, { status, code, title, detail, fixes, errors, requestId: request_id, retryAfter });
  }
}

/** Tells "up" and "down" (with the Problem in detail) as answers come and fail to come. */
export const reachability = new EventTarget();

const keyName = "quarry.key";
let ask = async () => "";
let asked = null;

/** Sets who asks a person for a key: (problem) → the key, or "" where there is none. */
export function setKeyAsker(asker) {
  ask = asker;
}

/** The key of this tab, or "". */
export const currentKey = () => sessionStorage.getItem(keyName) ?? "";

/** Keeps a key for this tab; "" forgets it. */
export function keepKey(key) {
  if (key === "") {
    sessionStorage.removeItem(keyName);
  } else {
    sessionStorage.setItem(keyName, key);
  }
}

/** The body of a GET. Parameters that are empty are left out, lists are joined by commas. */
export async function get(path, params = {}, options = {}) {
  return (await call("GET", path, { ...options, params })).body;
}

/**
 * The body of what a POST, PUT or DELETE answers. An object is sent as JSON; a FormData, Blob
 * or string as it is. Options: params, headers, signal, quiet (asks nobody for a key).
 */
export async function send(method, path, body = undefined, options = {}) {
  return (await call(method, path, { ...options, content: body })).body;
}

/** An answer with its status and headers: { status, headers, body }. */
export async function call(method, path, options = {}) {
  const response = await request(method, path, options);
  const isJSON = /^application\/(.+\+)?json\b/.test(response.headers.get("Content-Type") ?? ""); // lines of JSON are none
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: isJSON && text !== "" ? JSON.parse(text) : text };
}

/** A fragment that the server has made of what it stores, as TrustedHTML for markup() of dom.js. */
export async function html(path, params = {}, options = {}) {
  const response = await request("GET", path, { ...options, params: { ...params, format: "html" } });
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/html")) {
    throw new Problem({ status: response.status, code: "no_fragment", detail: `${path} answered no HTML` });
  }
  return policy.createHTML(await response.text());
}

/** Server-sent events as they come: calls back with { event, data }, and returns at the end. */
export async function events(path, listener, options = {}) {
  const response = await request("GET", path, { ...options, headers: { Accept: "text/event-stream", ...options.headers } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (left + part.value).replaceAll("\r\n", "\n").split("\n\n");
    left = blocks.pop();
    blocks.map(readEvent).filter((one) => one.data !== "").forEach(listener);
  }
}

/** Only fragments that this server rendered and sanitised pass; strings of other origins never come here. */
const policy = globalThis.trustedTypes?.createPolicy("quarry", { createHTML: (text) => text }) ?? { createHTML: (text) => text };

/** Asks the server, and a person for another key for as long as one is wanted and given. */
async function request(method, path, options) {
  for (;;) {
    const response = await once(method, path, options);
    if (response.ok) {
      return response;
    }
    const problem = await problemOf(response);
    if (options.quiet || !wantsKey(problem) || (await askOnce(problem)) === "") {
      throw problem;
    }
  }
}

async function once(method, path, { params = {}, content, headers = {}, signal }) {
  const key = currentKey();
  const sent = new Headers({ Accept: "application/json, text/html;q=0.9", ...headers });
  if (key !== "") {
    sent.set("Authorization", `Bearer ${key}`);
  }
  const isPlain = content === undefined || typeof content === "string" || content instanceof FormData || content instanceof Blob;
  if (!isPlain) {
    sent.set("Content-Type", "application/json");
  }
  try {
    const response = await fetch(address(path, params), {
      method, headers: sent, signal, body: isPlain ? content : JSON.stringify(content),
    });
    if (response.status !== 503) {
      reachability.dispatchEvent(new Event("up"));
    }
    return response;
  } catch (failure) {
    if (failure.name === "AbortError") {
      throw failure;
    }
    const problem = new Problem({ code: "offline", title: "No answer", detail: "The server does not answer." });
    reachability.dispatchEvent(new CustomEvent("down", { detail: problem }));
    throw problem;
  }
}

function address(path, params) {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(params)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") {
      url.searchParams.set(name, text);
    }
  }
  return url;
}

async function problemOf(response) {
  const fallback = { title: response.statusText, detail: `The server answered ${response.status}.` };
  const body = await response.json().catch(() => fallback);
  const problem = new Problem({ ...fallback, ...body, status: response.status }, Number(response.headers.get("Retry-After") ?? 0));
  problem.requestId ||= response.headers.get("X-Request-Id") ?? "";
  if (problem.status === 503) {
    reachability.dispatchEvent(new CustomEvent("down", { detail: problem }));
  }
  return problem;
}

const wantsKey = ({ status, code }) => status === 401 || (status === 403 && code === "scope_missing");

/** Asks once for any number of requests that need a key at the same time. */
function askOnce(problem) {
  asked ??= ask(problem).finally(() => {
    asked = null;
  });
  return asked;
}

function readEvent(block) {
  const one = { event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "event") {
      one.event = value;
    } else if (name === "data") {
      one.data += (one.data === "" ? "" : "\n") + value;
    }
  }
  return one;
}
