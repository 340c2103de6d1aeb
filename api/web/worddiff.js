// What changed between two texts, word by word. It promises that what is kept and added is the
// new text, and that what is kept and taken away is the old one.
import { html } from "./dom.js";

const mostCells = 4e6;

/** Parts [{ kind: "same" | "added" | "removed", text }] by the longest common run of words. */
export function wordDiff(was, now) {
  const [old, fresh] = [was.match(/\s+|[^\s]+/g) ?? [], now.match(/\s+|[^\s]+/g) ?? []];
  let head = 0;
  while (head < Math.min(old.length, fresh.length) && old[head] === fresh[head]) {
    head++;
  }
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) {
    tail++;
  }
  const middle = between(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return joined([part("same", fresh.slice(0, head)), ...middle, part("same", fresh.slice(fresh.length - tail))]);
}

/** The two texts as one, with what was taken away and added; told apart without colours too. */
export function drawDiff(was, now) {
  return html`<p class="diff">${wordDiff(was, now).map(({ kind, text }) => {
    if (kind === "same") {
      return text;
    }
    return kind === "added"
      ? html`<ins><span class="visually-hidden"> [added: </span>${text}<span class="visually-hidden">] </span></ins>`
      : html`<del><span class="visually-hidden"> [removed: </span>${text}<span class="visually-hidden">] </span></del>`;
  })}</p>`;
}

function between(old, fresh) {
  if (old.length * fresh.length > mostCells || old.length === 0 || fresh.length === 0) {
    return [part("removed", old), part("added", fresh)];
  }
  const common = commonRuns(old, fresh);
  const parts = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      parts.push(part("same", [fresh[j]]));
      i++;
      j++;
    } else if (j === fresh.length || (i < old.length && common[i + 1][j] >= common[i][j + 1])) {
      parts.push(part("removed", [old[i++]]));
    } else {
      parts.push(part("added", [fresh[j++]]));
    }
  }
  return parts;
}

/** How many words the ends of both texts have in common, by where the ends begin. */
function commonRuns(old, fresh) {
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      common[i][j] = old[i] === fresh[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}

const part = (kind, words) => ({ kind, text: words.join("") });

/** Neighbours of one kind as one. White space between two changes belongs to both. */
function joined(parts) {
  const whole = [];
  for (const { kind, text } of parts.filter((one) => one.text !== "")) {
    const last = whole.at(-1);
    if (last?.kind === kind) {
      last.text += text;
    } else {
      whole.push({ kind, text });
    }
  }
  return whole;
}
