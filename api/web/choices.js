// The answers that a question offers, as buttons. It promises that right and wrong are told by
// words and signs, and that a button's number is the key that presses it.
import { html, nothing } from "./dom.js";

const verdictsOffered = ["True", "False"];

/** What can be chosen: the choices, or true and false; nothing for other questions. */
export function offersOf(question) {
  if (question.choices.length > 0) {
    return question.choices;
  }
  return question.style === "true_false" ? verdictsOffered : [];
}

/** Whether a choice is one of the right ones, once an answer was judged. */
export const isRight = (check, text) => [...check.covered, ...check.missing].some((point) => point.text === text);

/** The buttons of a turn; choose(index) is called by each. */
export function drawChoices({ item: { question }, parts, picked, given, check, revealed, checking, goesOn }, choose) {
  const offered = offersOf(question);
  if (offered.length === 0) {
    return nothing;
  }
  const hasChoices = question.choices.length > 0;
  const stateOf = (text, at) => {
    const isChosen = hasChoices ? picked.includes(at) : given === text;
    const isAnswer = hasChoices && (check === null ? isNamed(question, text) : isRight(check, text));
    if (!revealed || !hasChoices) {
      return isChosen ? { kind: "picked", says: "chosen" } : {};
    }
    if (isAnswer) {
      return { kind: "right", says: isChosen ? "✓ right, chosen" : "✓ right" };
    }
    return isChosen ? { kind: "wrong", says: "✗ wrong, chosen" } : {};
  };
  return html`<ol class="choices" aria-label="Choices">${offered.map((text, at) => {
    const { kind = "", says = "" } = stateOf(text, at);
    return html`<li><button type="button" class="choice ${kind}" ?disabled=${revealed || checking} aria-pressed=${String(kind === "picked" || says.includes("chosen"))} @click=${() => choose(at)}>
      <kbd aria-hidden="true">${at + 1}</kbd> <span class="grow">${hasChoices ? parts.choices[at] : text}</span>${says === "" ? nothing : html` <span class="choice-says">${says}</span>`}</button></li>`;
  })}</ol>
  ${goesOn && !revealed ? html`<p class="goes-on" role="status">Right so far, and there is more: choose the next.</p>` : nothing}`;
}

/** Whether the answer of a question names a choice in a line of its own. */
const isNamed = ({ answer }, text) => (answer ?? "").split("\n").some((line) => line.trim().replace(/\.$/, "") === text.trim().replace(/\.$/, ""));
