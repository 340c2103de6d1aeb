// What was judged of an answer: the verdict, the key points that it had, missed and got wrong,
// and its numbers. It promises to tell nothing by colour alone.
import { readerOf } from "./cite.js";
import { badge, html, nothing } from "./dom.js";

const verdicts = {
  correct: { text: "Correct", kind: "good", sign: "✓" },
  partly: { text: "Partly", kind: "warn", sign: "◐" },
  incorrect: { text: "Incorrect", kind: "bad", sign: "✗" },
  unsure: { text: "Unsure", kind: "", sign: "?" },
};

/** The rating that a verdict suggests, or 0 for none. */
export const suggestedRating = (check) => ({ correct: 3, partly: 2, incorrect: 1 })[check?.verdict] ?? 0;

/** A verdict as a badge. */
export function verdictBadge(verdict) {
  const { text, kind, sign } = verdicts[verdict] ?? verdicts.unsure;
  return badge(html`<span aria-hidden="true">${sign}</span> ${text}`, kind);
}

/** A verdict as one sentence, for who listens. */
export const verdictInWords = (check) => `${verdicts[check.verdict]?.text ?? check.verdict}. ${check.explanation}`;

/** What was judged of a choice: the choices themselves show what is right. */
export const drawChosen = (check) => html`<section class="check ${verdicts[check.verdict]?.kind ?? ""}" tabindex="-1" aria-label="Verdict">
  <p class="check-verdict">${verdictBadge(check.verdict)} <span>${check.explanation}</span></p></section>`;

/** All that was judged of an answer that was typed; given is that answer. */
export function drawCheck(check, given) {
  const wrong = check.missing.filter((point) => point.contradicted);
  const missing = check.missing.filter((point) => !point.contradicted);
  const compared = comparedNumbers(check.numbers);
  return html`<section class="check ${verdicts[check.verdict]?.kind ?? ""}" tabindex="-1" aria-label="Verdict">
    <p class="check-verdict">${verdictBadge(check.verdict)} <span>${check.explanation}</span></p>
    <p class="given"><span class="soft">You said:</span> ${given === "" ? html`<span class="soft">nothing</span>` : given}</p>
    <div class="points">
      ${drawPoints("Had", "✓", check.covered, "good")}
      ${drawPoints("Contradicted", "✗", wrong, "bad")}
      ${drawPoints("Missed", "–", missing.filter((point) => point.required), "warn")}
      ${drawPoints("Not needed, but explains", "·", missing.filter((point) => !point.required), "")}
    </div>
    ${compared.length === 0 ? nothing : drawNumbers(compared)}
  </section>`;
}

/** The numbers that something was given for, each pair once. */
function comparedNumbers(numbers) {
  const given = numbers.filter((number) => number.given !== null);
  return [...new Map(given.map((number) => [`${number.expected}\n${number.given}`, number])).values()];
}

function drawPoints(title, sign, points, kind) {
  return points.length === 0 ? nothing : html`<div class="point-list ${kind}">
    <h3>${title} <span class="soft number">${points.length}</span></h3>
    <ul>${points.map((point) => html`<li><span class="sign" aria-hidden="true">${sign}</span>
      <a href=${readerOf(point.url)} title="Show it in its document">${point.text}</a></li>`)}</ul>
  </div>`;
}

const drawNumbers = (numbers) => html`<div class="table-room"><table class="table numbers">
  <caption>Numbers</caption>
  <thead><tr><th scope="col">Expected</th><th scope="col">Given</th><th scope="col">May be off by</th><th scope="col">Agrees</th></tr></thead>
  <tbody>${numbers.map((number) => html`<tr><th scope="row">${number.expected}</th><td>${number.given}</td>
    <td>${number.tolerance === 0 ? "nothing" : `${number.tolerance} ${number.unit}`}</td>
    <td>${number.agrees ? badge("✓ yes", "good") : badge("✗ no", "bad")}</td></tr>`)}</tbody>
</table></div>`;
