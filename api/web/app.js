// The frame around the views: it draws the one that the address names, and what is the same
// on all of them. It promises that a view never sees another one's address, and that what a
// view began ends when it is left.
import { Problem, setKeyAsker } from "./api.js";
import { html, problemNote, render, setTitle, skeleton, toast } from "./dom.js";
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

/** How long the last view stays while the next one is loaded, in milliseconds. */
const patience = 200;

/** For how many frames a view may go on drawing what it begins with. */
const settling = 60;

const room = document.getElementById("view");
let shown = { name: "", path: "", view: null };
let newest = 0;
let waiting = 0;

/** Shows what an address names; the first time nobody's focus is moved. */
async function show(url, { type }) {
  const mine = ++newest;
  clearTimeout(waiting);
  const name = viewOf(url) || "search";
  markNavigation(name);
  if (name === shown.name) {
    const moved = url.pathname !== shown.path;
    shown.path = url.pathname;
    shown.view.update?.(url);
    restoreScroll(type, moved);
    return;
  }
  waiting = setTimeout(() => {
    leave();
    replaceRoot(skeleton(6));
  }, patience);
  const loaded = await modules[name]().catch(failedView);
  if (mine !== newest) {
    return;
  }
  clearTimeout(waiting);
  leave();
  const root = replaceRoot();
  setTitle(loaded.default.title);
  shown = { name, path: url.pathname, view: mount(loaded.default, root) };
  if (type === "push" || type === "traverse") {
    focusHeading(root);
  }
  restoreScroll(type, true);
}

/** Mounts a view; one that cannot be drawn says so in its place. */
function mount(view, root) {
  try {
    return view.mount(root, here()) ?? {};
  } catch (failure) {
    console.error(failure);
    return failedView(failure).default.mount(replaceRoot());
  }
}

function leave() {
  shown.view?.unmount?.();
  shown = { name: "", path: "", view: null };
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

/** A view that says why another one is not here. A browser may remember that a module failed, so it is loaded anew. */
const failedView = (failure) => ({
  default: {
    title: "Not shown",
    mount(root) {
      const retry = () => window.location.reload();
      render(html`<h1>Not shown</h1>${problemNote({ title: "This view could not be shown", detail: failure.message }, { retry })}`, root);
      return { update: retry, isFailed: true };
    },
  },
});

/**
 * Puts the focus on the heading of a view as soon as there is one, and again where a view
 * draws another in its place while it loads. Who has gone on to something else is left there.
 */
async function focusHeading(root) {
  room.focus({ preventScroll: true });
  for (let frames = 0; frames < settling && root.isConnected; frames += 1) {
    const heading = root.querySelector("h1");
    if (heading !== null && [document.body, room].includes(document.activeElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    await new Promise(requestAnimationFrame);
  }
}

/** Goes to the top of another page, and in the history to where somebody was. */
function restoreScroll(type, moved) {
  if (type === "push" && moved) {
    window.scrollTo(0, 0);
  } else if (type === "traverse" || type === "first") {
    scrollOnceThereIsRoom(keptScroll());
  }
}

/** Waits a while for a view to grow as long as it was. */
function scrollOnceThereIsRoom(top) {
  if (top === null) {
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
    if (link.dataset.view === name) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

/**
 * Draws the view anew once the server can answer again. What somebody is at is left to them,
 * with a way to do it: only a view that shows a problem, or nobody is in, is drawn at once.
 */
function recover() {
  const anew = () => {
    if (shown.view?.isFailed) {
      window.location.reload();
      return;
    }
    leave();
    show(here(), { type: "replace" });
  };
  const isIdle = !room.contains(document.activeElement) || document.activeElement === room;
  if (isIdle || room.querySelector(".problem") !== null) {
    anew();
  } else {
    toast("The server answers again.", { kind: "good", action: { label: "Draw anew", run: anew } });
  }
}

/** Goes to the box that is searched with, wherever it is. */
async function goToSearch() {
  const box = () => room.querySelector("input[type=search]");
  if (box() === null) {
    go("/");
    await until(() => viewOf(here()) === shown.name && box() !== null);
  }
  box()?.focus();
  box()?.select();
}

/** Resolves once something holds, or is given up. */
async function until(holds) {
  for (let frames = 0; frames < settling && !holds(); frames += 1) {
    await new Promise(requestAnimationFrame);
  }
}

addEventListener("unhandledrejection", ({ reason }) => {
  if (reason instanceof Problem) {
    toast(reason.detail || reason.title, { kind: "bad" });
  }
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  room.focus();
});

setKeyAsker(askForKey);
keys.bind({
  "/": { does: "Search", run: goToSearch },
  "?": { does: "Show the keys", run: showHelp },
}, "Everywhere");
keys.start();
drawTools(document.getElementById("tools"), { help: showHelp });
onNavigate(show);
startRouting();
show(here(), { type: "first" });
watchServer(recover);
