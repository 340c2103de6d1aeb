// What stands at the right of the masthead: the colour scheme, and the help. It promises
// that a choice is kept on this machine and acts at once.
import { announce, html, render, svg } from "./dom.js";

const storageName = "quarry.theme";
const themes = ["auto", "light", "dark"];
const names = { auto: "as your system", light: "light", dark: "dark" };
const rays = Array.from({ length: 8 }, (_, i) => svg`<path d="M10 1.5v2.5" transform="rotate(${45 * i} 10 10)"></path>`);
const pictures = {
  auto: svg`<circle cx="10" cy="10" r="7"></circle><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"></path>`,
  light: svg`<circle cx="10" cy="10" r="3.5"></circle>${rays}`,
  dark: svg`<path d="M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9z"></path>`,
};

/** Draws the tools; help() is called by theirs. */
export function drawTools(room, { help }) {
  const turn = () => {
    choose(themes[(themes.indexOf(theme()) + 1) % themes.length]);
    announce(`Colours: ${names[theme()]}`);
    draw();
  };
  const draw = () => {
    const label = `Colours: ${names[theme()]}`;
    render(html`
      <button type="button" class="button quiet icon" id="theme" aria-label=${label} title=${label} @click=${turn}>
        <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">${pictures[theme()]}</svg>
      </button>
      <button type="button" class="button quiet icon" id="help" aria-label="Keys and help" title="Keys and help (?)" @click=${help}>?</button>`, room);
  };
  draw();
}

const theme = () => document.documentElement.dataset.theme ?? "auto";

function choose(name) {
  if (name === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(storageName);
  } else {
    document.documentElement.dataset.theme = name;
    localStorage.setItem(storageName, name);
  }
}
