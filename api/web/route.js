// Where the page is: the address alone says what is shown. It promises that every change
// of it goes through go() or the browser's own buttons, and that both are told alike.

/** The views by the first part of their path. A document stands in one of its own. */
const views = new Map([
  ["", "search"],
  ["study", "study"],
  ["specs", "specs"],
  ["corpus", "corpus"],
  ["documents", "reader"],
]);

const listeners = new Set();

/** The address that is shown. */
export const here = () => new URL(window.location.href);

/** The name of the view that shows an address, or "" where the page has none. */
export function viewOf(url) {
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const name = views.get(parts[0] ?? "") ?? "";
  return parts.length === (name === "reader" ? 2 : Math.min(parts.length, 1)) ? name : "";
}

/** The id in /documents/{id}, or "". */
export function documentOf(url) {
  const [first, id = ""] = url.pathname.split("/").filter((part) => part !== "");
  return first === "documents" ? decodeURIComponent(id) : "";
}

/** A path with a query; what is empty, null or undefined is left out, a list is joined by commas. */
export function href(path, params = {}, hash = "") {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") {
      query.set(name, text);
    }
  }
  const asked = query.toString();
  return path + (asked === "" ? "" : `?${asked}`) + hash;
}

/** The address that is shown with some parameters changed; null takes one away. */
export function changed(params, url = here()) {
  return href(url.pathname, { ...Object.fromEntries(url.searchParams), ...params }, url.hash);
}

/** Calls back with every new address: (url, { type: "push" | "replace" | "traverse" }). */
export function onNavigate(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Goes to an address of the page. With replace, "back" does not come here again. */
export function go(target, { replace = false } = {}) {
  const url = new URL(target, window.location.href);
  if (url.origin !== window.location.origin || viewOf(url) === "") {
    window.location.assign(url);
    return;
  }
  if (url.href === window.location.href) {
    replace = true;
  }
  keepScroll();
  const state = { key: replace ? keyOf(history.state) : freshKey() };
  history[replace ? "replaceState" : "pushState"](state, "", url);
  tell(replace ? "replace" : "push");
}

/** How far down an entry of the history was scrolled when it was left. */
export function keptScroll() {
  return Number(sessionStorage.getItem(`quarry.scroll.${keyOf(history.state)}`) ?? 0);
}

/** Begins to listen to links and to the browser's buttons. */
export function start() {
  history.scrollRestoration = "manual";
  history.replaceState({ key: keyOf(history.state) || freshKey() }, "");
  let shown = keyOf(history.state);
  addEventListener("popstate", () => {
    keepScroll(shown);
    shown = keyOf(history.state);
    tell("traverse");
  });
  onNavigate(() => {
    shown = keyOf(history.state);
  });
  addEventListener("pagehide", () => keepScroll());
  document.addEventListener("click", follow);
}

function tell(type) {
  for (const listener of listeners) {
    listener(here(), { type });
  }
}

/** Follows a link within the page; the rest is the browser's. */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.hasAttribute("download") || (link.target && link.target !== "_self")) {
    return;
  }
  const url = new URL(link.getAttribute("href"), window.location.href);
  const anchor = url.hash !== "" && url.pathname === window.location.pathname && url.search === window.location.search;
  if (url.origin !== window.location.origin || viewOf(url) === "" || (anchor && !link.hasAttribute("data-nav"))) {
    return;
  }
  event.preventDefault();
  go(url.href);
}

const keyOf = (state) => state?.key ?? "";

const freshKey = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

function keepScroll(key = keyOf(history.state)) {
  if (key !== "") {
    sessionStorage.setItem(`quarry.scroll.${key}`, String(Math.round(window.scrollY)));
  }
}
