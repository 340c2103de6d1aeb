// What is known of each topic, by difficulty, as a table whose cells are shaded. It promises
// that every shade stands beside its number, and that a cell leads to what it counts.
import { formatCount, formatShare, html, nothing } from "./dom.js";
import { href } from "./route.js";

const levels = ["easy", "medium", "hard", null];
const shades = 5;

/** The table of the by_topic of the statistics, in the order of all topics and below what they are part of. */
export function drawHeatMap(cells, topics) {
  const place = new Map(topics.map(({ id }, at) => [id, at]));
  const below = new Set(topics.filter(({ parent }) => parent !== null).map(({ id }) => id));
  const rows = rowsOf(cells).sort((a, b) => (place.get(a.topic.id) ?? Infinity) - (place.get(b.topic.id) ?? Infinity) || 0);
  const columns = levels.filter((level) => cells.some((cell) => cell.difficulty === level && cell.total > 0));
  return html`<div class="table-room"><table class="table heat">
    <caption>How much of each topic is likely known now. A cell leads to its questions.</caption>
    <thead><tr><th scope="col">Topic</th>${columns.map((level) => html`<th scope="col">${level ?? "ungraded"}</th>`)}<th scope="col">all</th><th scope="col" class="right">due</th></tr></thead>
    <tbody>${rows.map(({ topic, byLevel, whole }) => html`<tr>
      <th scope="row" class=${below.has(topic.id) ? "below" : ""}><a href=${href("/study", { topic: topic.id })}>${topic.name}</a></th>
      ${columns.map((level) => drawCell(byLevel.get(level), topic, level))}
      ${drawCell(whole, topic, undefined)}
      <td class="right">${formatCount(whole.due)}</td>
    </tr>`)}</tbody>
  </table></div>
  <ul class="heat-legend" aria-label="Shades">${Array.from({ length: shades + 1 }, (_, shade) => html`<li><span class="heat-${shade}"></span>${
    shade === 0 ? "none" : `to ${Math.round((shade / shades) * 100)} %`}</li>`)}</ul>`;
}

function drawCell(cell, topic, level) {
  if (cell === undefined || cell.total === 0) {
    return html`<td class="heat-nothing"><span class="visually-hidden">no question</span></td>`;
  }
  const share = knownShare(cell);
  const inside = html`${cell.seen === 0 ? nothing : html`<strong>${formatShare(share)}</strong> `}<span>${formatCount(cell.seen)} of ${formatCount(cell.total)}<span class="visually-hidden"> seen</span></span>`;
  return html`<td class="heat-${shadeOf(share)}">${level === null ? inside
    : html`<a href=${href("/study", { topic: topic.id, difficulty: level })}>${inside}</a>`}</td>`;
}

/** The share of a cell's questions that are likely known: those that were seen, by their chance. */
const knownShare = ({ total, seen, retrievability }) => (retrievability === null || total === 0 ? 0 : (seen / total) * retrievability);

const shadeOf = (share) => (share === 0 ? 0 : Math.min(shades, Math.floor(share * shades) + 1));

function rowsOf(cells) {
  const rows = new Map();
  for (const cell of cells) {
    const row = rows.get(cell.topic.id) ?? { topic: cell.topic, byLevel: new Map() };
    row.byLevel.set(cell.difficulty, cell);
    rows.set(cell.topic.id, row);
  }
  return [...rows.values()].map((row) => ({ ...row, whole: sumOf([...row.byLevel.values()]) })).filter(({ whole }) => whole.total > 0);
}

function sumOf(cells) {
  const sum = (of) => cells.reduce((total, cell) => total + of(cell), 0);
  const seen = sum((cell) => cell.seen);
  return {
    total: sum((cell) => cell.total), seen, due: sum((cell) => cell.due),
    retrievability: seen === 0 ? null : sum((cell) => cell.seen * (cell.retrievability ?? 0)) / seen,
  };
}
