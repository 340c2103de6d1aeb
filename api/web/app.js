// The frame around the views: it draws the one that the address names, and what is the same
// on all of them. It promises that a view never sees another one's address, and that what a
// view began ends when it is left.
import { setKeyAsker } from "./api.js";
import { announce, html, problemNote, render, setTitle, skeleton } from "./dom.js";
import { askForKey, showHelp } from "./dialogs.js";
import * as keys from "./keys.js";
import { go, here, keptScroll, onNavigate, start as startRouting, viewOf } from "./route.js";
import { watchServer } from "./banner.js";
import { drawTools } from "./tools.js";

const modules = {
  search: () => import("./search.js"),
  study: () => import("./study.js"),
  specs: () => import("./specs.js"),
  corpus: () => import("./corpus.js"),
  reader: () => import("./reader.js"),
};

const room = document.getElementById("view");
let shown = { name: "", view: null, root: null };
let newest = 0;

/** Shows what an address names; the first time nobody's focus is moved. */
async function show(url, { type }) {
  const mine = ++newest;
  const name = viewOf(url) || "search";
  markNavigation(name);
  if (name === shown.name && shown.view !== null) {
    shown.view.update(url);
    restoreScroll(type);
    return;
  }
  const waiting = setTimeout(() => replaceRoot(skeleton(6)), 200);
  const loaded = await modules[name]().catch((failure) => ({ default: failedView(failure) }));
  clearTimeout(waiting);
  if (mine !== newest) {
    return;
  }
  shown.view?.unmount?.();
  const root = replaceRoot();
  setTitle(loaded.default.title);
  shown = { name, root, view: loaded.default.mount(root, here()) ?? {} };
  if (type !== "first") {
    focusHeading(root);
    announce(loaded.default.title);
  }
  restoreScroll(type);
}

/** A fresh element for a view, so that nothing of the last one is left. */
function replaceRoot(content) {
  const root = document.createElement("div");
  root.className = "view";
  room.replaceChildren(root);
  if (content !== undefined) {
    render(content, root);
  }
  return root;
}

/** A view that says why another one could not be loaded. */
const failedView = (failure) => ({
  title: "Not loaded",
  mount(root) {
    const problem = { title: "This view could not be loaded", detail: failure.message, fixes: [] };
    render(html`<h1>Not loaded</h1>${problemNote(problem, { retry: () => window.location.reload() })}`, root);
    return { update() {}, unmount() {} };
  },
});

function focusHeading(root) {
  const heading = root.querySelector("h1") ?? room;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Goes to the top of what is new, and back to where somebody was. */
function restoreScroll(type) {
  if (type === "push") {
    window.scrollTo(0, 0);
  } else if (type === "traverse" || type === "first") {
    scrollOnceThereIsRoom(keptScroll());
  }
}

/** Waits a while for a view to grow as long as it was. */
function scrollOnceThereIsRoom(top) {
  if (top === 0) {
    return;
  }
  const until = performance.now() + 2000;
  const mine = newest;
  const attempt = () => {
    const reach = document.documentElement.scrollHeight - window.innerHeight;
    if (mine === newest && reach < top && performance.now() < until) {
      requestAnimationFrame(attempt);
    } else if (mine === newest) {
      window.scrollTo(0, top);
    }
  };
  attempt();
}

function markNavigation(name) {
  for (const link of document.querySelectorAll("#nav a")) {
    link.toggleAttribute("data-current", link.dataset.view === name);
    if (link.dataset.view === name) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

/** Mounts the shown view anew, once the server can answer what it could not. */
function remount() {
  shown.view?.unmount?.();
  shown = { name: "", view: null, root: null };
  show(here(), { type: "replace" });
}

setKeyAsker(askForKey);
keys.bind({
  "?": { does: "Show the keys", run: showHelp },
  g: { does: "Go to the first view: Search", run: () => go("/") },
}, "Everywhere");
keys.start();
drawTools(document.getElementById("tools"), { help: showHelp });
onNavigate(show);
startRouting();
show(here(), { type: "first" });
watchServer(remount);
