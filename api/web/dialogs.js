// The dialogs that every view can open: for a key, and of what keys do. They promise that
// Escape closes them, and that the focus is afterwards where it was.
import { currentKey, keepKey } from "./api.js";
import { html, nothing, render } from "./dom.js";
import * as keys from "./keys.js";

/**
 * Opens a dialog and resolves with what it was closed with: close(value) within draw, "" by
 * Escape. draw(close) returns its content, whose heading has the id "dialog-title".
 */
export function openDialog(draw, { kind = "" } = {}) {
  const dialog = document.createElement("dialog");
  dialog.className = `dialog ${kind}`;
  dialog.setAttribute("aria-labelledby", "dialog-title");
  return new Promise((resolve) => {
    let answer = "";
    const close = (value = "") => {
      answer = value;
      dialog.close();
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) {
        close();
      }
    });
    render(draw(close), dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks yes or no before something that cannot be undone. */
export async function confirm(title, text, { yes = "Yes", danger = true } = {}) {
  const answer = await openDialog((close) => html`
    <h2 id="dialog-title">${title}</h2>
    <p>${text}</p>
    <div class="dialog-buttons">
      <button type="button" class="button" @click=${() => close()}>Cancel</button>
      <button type="button" class="button ${danger ? "danger" : "primary"}" @click=${() => close("yes")}>${yes}</button>
    </div>`);
  return answer === "yes";
}

/** Asks for the key that a problem says is needed; "" where nobody gives one. */
export async function askForKey(problem) {
  const key = await openDialog((close) => html`
    <form method="dialog" @submit=${(event) => {
      event.preventDefault();
      close(new FormData(event.target).get("key").trim());
    }}>
      <h2 id="dialog-title">A key is needed</h2>
      <p>${sentence(problem.detail)}</p>
      <label class="field"><span>Key</span>
        <input name="key" type="password" required autocomplete="off" spellcheck="false" autocapitalize="off" autofocus></label>
      <p class="hint">It is kept in this tab until you close it, and sent in a header only. ${(problem.fixes ?? [])
        .filter((fix) => fix.startsWith("quarry ")).map((fix) => html`Who runs the server makes one with <code>${fix}</code>.`)}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" @click=${() => close()}>Cancel</button>
        <button class="button primary">Use it</button>
      </div>
    </form>`);
  if (key !== "" || problem.status === 401) {
    keepKey(key); // one that opens nothing is forgotten
  }
  return key;
}

/** A problem's detail as a sentence: it begins small and ends without a point. */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

/** Shows what keys do here, and lets them be switched off. */
export function showHelp() {
  const names = { " ": "Space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };
  return openDialog((close) => html`
    <h2 id="dialog-title">Keys</h2>
    ${keys.listed().map(({ group, keys: bound }) => html`
      <h3>${group}</h3>
      <dl class="keys">${bound.map(({ key, does }) => html`<div><dt><kbd>${names[key] ?? key}</kbd></dt><dd>${does}</dd></div>`)}</dl>`)}
    <label class="switch"><input type="checkbox" id="single-keys" .checked=${keys.enabled()}
      @change=${(event) => keys.setEnabled(event.target.checked)}> Single keys act</label>
    <p class="hint">They never act while you type.</p>
    ${currentKey() === "" ? nothing : html`<p><button type="button" class="button" @click=${() => {
      keepKey("");
      close();
    }}>Forget the key of this tab</button></p>`}
    <div class="dialog-buttons"><button type="button" class="button primary" autofocus @click=${() => close()}>Close</button></div>`);
}
