// A plot on the page: a picture of marks that keys reach and a screen reader reads. It promises
// that every mark can be reached by arrow keys alone, says its number, and opens what it rests on.
import { html, nothing, repeat, svg } from "./dom.js";

/** Half of the least target that a finger or a pointer hits. */
const reach = 12;

/**
 * Draws a scene: { id, kind, label, width, height, defs, back, marks }. A mark is { key, label,
 * x, y, box: { x, y, width, height }, draw, open }: its place, its room, its picture, and what
 * Enter and a click do, null where there is nothing to open.
 */
export function plot(scene) {
  return html`<figure class="plot" id=${`plot-${scene.id}`}>
    <svg class="plot-picture" width=${scene.width} height=${scene.height} viewBox=${`0 0 ${scene.width} ${scene.height}`}
        role="graphics-document" aria-roledescription=${scene.kind} aria-label=${scene.label} aria-describedby="plot-keys"
        @keydown=${move} @focusin=${read} @pointerover=${read} @pointerleave=${forget} @focusout=${forget}>
      <defs>${scene.defs ?? nothing}</defs>
      <g aria-hidden="true">${scene.back}</g>
      ${repeat(scene.marks, (mark) => mark.key, drawMark)}
    </svg>
    <p class="reading" aria-hidden="true"></p>
  </figure>`;
}

const drawMark = (mark, at) => svg`<g class=${mark.open ? "mark opens" : "mark"} data-mark=${mark.key} data-x=${mark.x} data-y=${mark.y}
    role="graphics-symbol" aria-roledescription=${mark.kind ?? "mark"} aria-label=${mark.label} tabindex=${at === 0 ? 0 : -1}
    @click=${mark.open ?? nothing}>
  <rect class="ring" data-screen x=${mark.box.x} y=${mark.box.y} width=${mark.box.width} height=${mark.box.height} rx="3"></rect>
  ${mark.draw}
</g>`;

/** The room of a point, large enough to be hit. */
export const around = (x, y) => ({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach });

/** Left and right go by x, up and down by y; each way leads to every mark. */
function move(event) {
  const marks = [...event.currentTarget.querySelectorAll("[data-mark]")];
  const from = event.target.closest("[data-mark]");
  if (from === null || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    from.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const to = target(marks, from, event.key);
  if (to === undefined) {
    return;
  }
  event.preventDefault();
  for (const mark of marks) {
    mark.setAttribute("tabindex", mark === to ? "0" : "-1");
  }
  to.focus();
}

const place = (mark) => ({ x: Number(mark.dataset.x), y: Number(mark.dataset.y) });
const byX = (a, b) => place(a).x - place(b).x || place(a).y - place(b).y;
const byY = (a, b) => place(a).y - place(b).y || place(a).x - place(b).x;
const steps = { ArrowRight: [byX, 1], ArrowLeft: [byX, -1], ArrowDown: [byY, 1], ArrowUp: [byY, -1] };

function target(marks, from, key) {
  if (key === "Home" || key === "End") {
    return [...marks].sort(byX).at(key === "Home" ? 0 : -1);
  }
  if (!(key in steps)) {
    return undefined;
  }
  const [order, step] = steps[key];
  const sorted = [...marks].sort(order);
  const next = sorted.indexOf(from) + step;
  return sorted[Math.min(Math.max(next, 0), sorted.length - 1)];
}

/** Shows the words of the mark that is pointed at or has the focus. */
function read(event) {
  const mark = event.target.closest("[data-mark]");
  const line = event.currentTarget.parentElement.querySelector(".reading");
  if (mark !== null) {
    line.textContent = mark.getAttribute("aria-label");
  }
  if (event.type === "focusin" && mark !== null) {
    for (const one of event.currentTarget.querySelectorAll("[data-mark]")) {
      one.setAttribute("tabindex", one === mark ? "0" : "-1");
    }
  }
}

function forget(event) {
  const focused = event.currentTarget.querySelector("[data-mark]:focus");
  event.currentTarget.parentElement.querySelector(".reading").textContent = focused?.getAttribute("aria-label") ?? "";
}

const widthOfLetter = 0.55;

/** How wide a text stands, about, at a size of its letters. */
export const widthOf = (text, size = 13) => text.length * size * widthOfLetter;

/** A text cut to a width. */
export function fit(text, width, size = 13) {
  const letters = Math.floor(width / (size * widthOfLetter));
  return text.length <= letters ? text : `${text.slice(0, Math.max(letters - 1, 1)).trimEnd()}…`;
}

/** The hatching that says "sparse", in one of the colours of the series. */
export const hatching = (id, series = 1) => svg`<pattern id=${id} patternUnits="userSpaceOnUse" width="6" height="6" patternTransform="rotate(45)">
  <rect class="hatch-ground" width="6" height="6"></rect><rect class=${`fill-${series}`} width="2.5" height="6"></rect></pattern>`;

/**
 * Labels where they cover neither each other nor what is taken; one that finds no room is tried
 * in its brief form, and else left out.
 */
export function placeLabels(wanted, taken, bounds) {
  const boxes = [...taken];
  const placed = [];
  for (const label of wanted) {
    for (const text of [label.text, label.brief].filter(Boolean)) {
      const width = widthOf(text, label.size ?? 12);
      const spot = spotsAround(label, width).find((box) => isWithin(box, bounds) && !boxes.some((other) => overlap(box, other)));
      if (spot !== undefined) {
        boxes.push(spot);
        placed.push({ ...label, text, x: spot.x, y: spot.y + 11 });
        break;
      }
    }
  }
  return placed;
}

/** Where the label of a point may stand, the clearest place first. */
const spotsAround = ({ x, y }, width) => [
  { x: x + 9, y: y - 7 }, { x: x - 9 - width, y: y - 7 }, { x: x - width / 2, y: y - 23 }, { x: x - width / 2, y: y + 9 },
  { x: x + 7, y: y - 20 }, { x: x + 7, y: y + 6 }, { x: x - width - 7, y: y - 20 }, { x: x - width - 7, y: y + 6 },
].map((spot) => ({ ...spot, width, height: 14 }));

const isWithin = (box, bounds) => box.x >= bounds.x && box.x + box.width <= bounds.x + bounds.width &&
  box.y >= bounds.y && box.y + box.height <= bounds.y + bounds.height;

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
