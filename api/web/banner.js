// What is said while the server cannot answer all of it: that it starts and how far it is,
// or that it is not reached. It promises to ask again by itself and to go once all is well.
import { reachability } from "./api.js";
import { announce, formatCount, html, nothing, render } from "./dom.js";

const pause = 1200;

/** What a server works on, in the words of who waits for it; what is not among these goes by its name. */
const works = new Map([
  ["starter", "Reading the starter corpus"],
  ["lexical", "Making the index of words"],
  ["vector", "Making the index of meanings"],
  ["conflicts", "Comparing what sources say"],
  ["glossary", "Collecting short forms"],
  ["links", "Looking for what belongs together"],
]);

/** Watches the server, and calls back once it can answer again after it could not. */
export function watchServer(recovered) {
  const room = document.getElementById("banners");
  let said = "";
  let isLooking = false;
  const draw = (state) => {
    render(state === null ? nothing : drawBanner(state), room);
    if (state !== null && state.title !== said) {
      announce(`${state.title}. ${state.text}`);
    }
    said = state?.title ?? "";
  };
  const look = async () => {
    if (isLooking) {
      return;
    }
    isLooking = true;
    let wasDown = false;
    for (let state = await stateOfServer(); state !== null; state = await stateOfServer()) {
      wasDown = true;
      draw(state);
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
    isLooking = false;
    draw(null);
    if (wasDown) {
      announce("The server answers.");
      recovered();
    }
  };
  reachability.addEventListener("down", look);
  addEventListener("online", look);
  addEventListener("offline", look);
  look();
}

const drawBanner = ({ kind, title, text, done, total }) => html`<div class="banner ${kind}">
  <p><strong>${title}</strong> <span>${text}</span></p>
  ${total > 0 ? html`<progress value=${done} max=${total} aria-label=${title}></progress>` : nothing}
</div>`;

/** What the server says of itself, or null where all is well. */
async function stateOfServer() {
  try {
    const response = await fetch("/readyz", { headers: { Accept: "application/json" }, cache: "no-store" });
    if (response.ok) {
      return null;
    }
    const problem = await response.json();
    return problem.code === "not_ready" ? starting(problem) : { kind: "bad", title: problem.title, text: problem.detail };
  } catch {
    return { kind: "bad", title: "The server does not answer", text: "It is asked again until it does." };
  }
}

/** How far the first of those is that a server waits for. */
function starting({ detail, followers = [] }) {
  const waited = followers.find(({ ready, done }) => !ready && done !== null);
  if (waited === undefined) {
    return { kind: "", title: "Quarry is starting", text: detail.replace(/^not ready: /, "") };
  }
  const { name, done, total } = waited;
  const far = total === null ? `${formatCount(done)} so far` : `${formatCount(done)} of ${formatCount(total)}`;
  return { kind: "", title: works.get(name) ?? `Waiting for ${name}`, text: far, done, total: total ?? 0 };
}
