// What is said of all hits together: how many, what was searched for instead, and whether
// they answer. It promises to offer the way out of whatever it had to say.
import { html, nothing } from "./dom.js";
import { asking, writeState } from "./searchstate.js";

const verdicts = {
  yes: { sign: "●", kind: "good", text: "Something here seems to answer this" },
  partly: { sign: "◐", kind: "warn", text: "Part of this seems to be answered here" },
  no: { sign: "○", kind: "soft", text: "Nothing here seems to answer this; what follows is nearest" },
};
const engines = { vector: "meaning", lexical: "words", reranker: "the reranker" };

/** Draws it; hits says how many there are. */
export function drawSummary(answer, state, hits) {
  const verdict = verdicts[answer.answerable];
  return html`
    <p class="summary-line"><strong>${hits}</strong><span class="soft"> · ${Math.max(1, Math.round(answer.took_ms))} ms</span></p>
    ${verdict && answer.items.length > 0 ? html`<p class="summary-line verdict ${verdict.kind}"><span aria-hidden="true">${verdict.sign}</span>
      ${verdict.text} <span class="soft" title="How likely it is, by the model that contexts go by">(${Math.round(answer.confidence * 100)} %)</span></p>` : nothing}
    ${answer.corrected_query ? html`<p class="summary-line">Showing what was found for <strong>${answer.corrected_query}</strong>.
      Search instead for <a href=${writeState(asking(state, { q: literally(state.q, answer.corrected_query) }))}>${state.q}</a>.</p>` : nothing}
    ${answer.degraded.length > 0 ? html`<p class="summary-line warn">This search went without ${answer.degraded.map((one) => engines[one] ?? one).join(" and ")}, which did not answer in time.</p>` : nothing}
    ${(answer.notes ?? []).map((note) => html`<p class="summary-line soft">Note: ${note}.</p>`)}`;
}

/** A query with the words in quotes that were put right, so that they are taken as they stand. */
export function literally(q, corrected) {
  const right = new Set(corrected.toLowerCase().split(/\s+/));
  return (q.match(/-?"[^"]*"|\S+/g) ?? [])
    .map((word) => (/^-?"/.test(word) || right.has(word.toLowerCase()) ? word : `"${word.replaceAll("\"", "")}"`)).join(" ");
}
