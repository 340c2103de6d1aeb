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
  const [first = "", ...rest] = url.pathname.split("/").filter((part) => part !== "");
  const name = views.get(first) ?? "";
  return rest.length === (name === "reader" ? 1 : 0) ? name : "";
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

/** How far down the shown entry of the history was scrolled when it was left; null where it was not. */
export function keptScroll() {
  const kept = sessionStorage.getItem(scrollName(keyOf(history.state)));
  return kept === null ? null : Number(kept);
}

/** Begins to listen to links and to the browser's buttons. */
export function start() {
  history.scrollRestoration = "manual";
  history.replaceState({ key: keyOf(history.state) || freshKey() }, "");
  let shown = keyOf(history.state);
  addEventListener("popstate", () => {
    keepScroll(shown);
    if (keyOf(history.state) === "") {
      history.replaceState({ key: freshKey() }, ""); // an anchor was followed
    }
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
  const changedClick = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (link === null || changedClick || event.defaultPrevented || isElsewhere(link)) {
    return;
  }
  event.preventDefault();
  go(link.href);
}

/** Whether a link is the browser's to follow: to a file, a window, another page, or an anchor of this one. */
function isElsewhere(link) {
  const url = new URL(link.href, window.location.href);
  const isAnchor = url.hash !== "" && url.pathname === window.location.pathname && url.search === window.location.search;
  return link.hasAttribute("download") || !["", "_self"].includes(link.target) ||
    url.origin !== window.location.origin || viewOf(url) === "" || (isAnchor && !link.hasAttribute("data-nav"));
}

const keyOf = (state) => state?.key ?? "";

const freshKey = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

const scrollName = (key) => `quarry.scroll.${key}`;

function keepScroll(key = keyOf(history.state)) {
  sessionStorage.setItem(scrollName(key), String(Math.round(window.scrollY)));
}
