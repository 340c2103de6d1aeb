// What stands above the view while the server cannot answer all of it: that it starts, or is
// not reached. It promises to ask again by itself and to go once all is well.
import { reachability } from "./api.js";
import { announce, html, nothing, render } from "./dom.js";

const pause = 1500;

/** Watches the server, and calls back when it can answer again after it could not. */
export function watchServer(recovered) {
  const room = document.getElementById("banners");
  let waiting = 0;
  let said = "";
  const draw = (state) => {
    render(state === null ? nothing : html`<div class="banner ${state.kind}" role="status"><strong>${state.title}</strong> <span>${state.text}</span></div>`, room);
    if (state !== null && state.title !== said) {
      announce(state.title);
    }
    said = state?.title ?? "";
  };
  const look = async () => {
    const state = await stateOfServer();
    draw(state);
    waiting = state === null ? 0 : setTimeout(look, pause);
    return state === null;
  };
  const began = async () => {
    if (!(await look())) {
      const ended = setInterval(() => {
        if (waiting === 0) {
          clearInterval(ended);
          recovered();
        }
      }, pause / 3);
    }
  };
  reachability.addEventListener("down", () => {
    if (waiting === 0) {
      began();
    }
  });
  began();
}

/** What the server says of itself, or null where all is well. */
async function stateOfServer() {
  try {
    const response = await fetch("/readyz", { headers: { Accept: "application/json" }, cache: "no-store" });
    if (response.ok) {
      return null;
    }
    const problem = await response.json();
    return problem.code === "not_ready"
      ? { kind: "warn", title: "The server is starting", text: problem.detail }
      : { kind: "bad", title: problem.title, text: problem.detail };
  } catch {
    return { kind: "bad", title: "The server does not answer", text: "Asking again by itself." };
  }
}
