// Counts by day as bars. They promise that each bar has its words, and that all of them stand
// in a table below.
import { formatCount, formatDate, html, nothing, svg } from "./dom.js";

const height = 100;
const step = 10;
const gap = 2;

/**
 * Bars of [{ date, values: [number of each series] }], stacked; series are their names, the first
 * at the bottom. A day has a bar as wide as every other one.
 */
export function drawDayBars({ id, title, days, series, note = nothing }) {
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...totals);
  const says = (day, at) => `${formatDate(day.date)}: ${series.map((name, i) => `${formatCount(day.values[i])} ${name}`).join(", ")}${series.length > 1 ? `, ${formatCount(totals[at])} in all` : ""}`;
  return html`<figure class="day-bars" aria-labelledby=${id}>
    <figcaption><h3 id=${id}>${title}</h3>${note}</figcaption>
    <p class="bars-top number" aria-hidden="true">${formatCount(most)}</p>
    <svg class="bars" viewBox="0 0 ${days.length * step} ${height}" preserveAspectRatio="none" aria-hidden="true">${days.map((day, at) => drawStack(day, at, most, says(day, at)))}</svg>
    <p class="bars-axis" aria-hidden="true"><span>${formatDate(days[0]?.date)}</span><span>${formatDate(days.at(-1)?.date)}</span></p>
    <details><summary>As a table</summary><div class="table-room" tabindex="0" role="region" aria-label="${title}, as a table"><table class="table">
      <thead><tr><th scope="col">Day</th>${series.map((name) => html`<th scope="col" class="right">${name}</th>`)}</tr></thead>
      <tbody>${days.map((day) => html`<tr><th scope="row">${formatDate(day.date)}</th>${day.values.map((value) => html`<td class="right">${formatCount(value)}</td>`)}</tr>`)}</tbody>
    </table></div></details>
  </figure>`;
}

function drawStack({ values }, at, most, title) {
  let top = height;
  return svg`<g><title>${title}</title>${values.map((value, i) => {
    const tall = (value / most) * height;
    top -= tall;
    return svg`<rect class="bar-${i + 1}" x=${at * step + gap / 2} y=${top} width=${step - gap} height=${tall}></rect>`;
  })}<rect class="bar-room" x=${at * step} y="0" width=${step} height=${height}></rect></g>`;
}

/** The day that is so many days before another one. */
export function daysBefore(date, count) {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - count);
  return at.toISOString().slice(0, 10);
}

/** All days between two dates ("2026-12-01"), the last one included. */
export function daysBetween(first, last) {
  const days = [];
  for (let at = new Date(`${first}T00:00:00Z`); at.toISOString().slice(0, 10) <= last; at.setUTCDate(at.getUTCDate() + 1)) {
    days.push(at.toISOString().slice(0, 10));
  }
  return days;
}
