// Short notes at the edge of the page. They promise to be read out, to stay while they are
// looked at or hold the focus, and never to be the only place of what they say.
import { html, nothing, render, repeat } from "./vendor/lit-html.js";

const shownFor = 6000;
const longestPile = 3;
let pile = [];

/**
 * Shows a note. kind is "", "good", "warn" or "bad"; action is { label: "Undo", run }.
 * It returns a function that takes the note away.
 */
export function toast(text, { kind = "", action, lasting = false } = {}) {
  const note = { text, kind, action, timer: 0 };
  note.close = () => {
    clearTimeout(note.timer);
    pile = pile.filter((one) => one !== note);
    draw();
  };
  note.wait = () => {
    clearTimeout(note.timer);
    if (!lasting) {
      note.timer = setTimeout(note.close, action === undefined ? shownFor : 2 * shownFor);
    }
  };
  pile = [...pile, note].slice(-longestPile);
  note.wait();
  draw();
  return note.close;
}

function draw() {
  render(repeat(pile, (note) => note, drawNote), document.getElementById("toasts"));
}

const drawNote = (note) => html`<div class="toast ${note.kind}"
    @pointerenter=${() => clearTimeout(note.timer)} @pointerleave=${note.wait}
    @focusin=${() => clearTimeout(note.timer)} @focusout=${note.wait}>
  <span>${note.text}</span>
  ${note.action === undefined ? nothing : html`<button type="button" class="button quiet" @click=${() => {
    note.close();
    note.action.run();
  }}>${note.action.label}</button>`}
  <button type="button" class="button quiet icon" aria-label="Close this note" @click=${note.close}>✕</button>
</div>`;
