// The tables below the plots. They promise the same numbers as the marks, each with its unit and
// its lines, on the page and as comma-separated values.
import { disputed, isDisputed, placeOf, readerOf, sourceLink, stated, valueIn } from "./claims.js";
import { badge, formatNumber, html, nothing, plural } from "./dom.js";
import { points } from "./scatter.js";
import { boundsIn, yearIn } from "./specs-data.js";

/** A column: what stands in a cell on the page, and what in the file; either may be missing. */
const both = (title, cell, text = cell) => ({ title, cell, text });
const number = (title, cell, text) => ({ title, cell, text, right: true });
const onPage = (title, cell) => ({ title, cell });
const inFile = (title, text) => ({ title, text });

const soft = (text) => html`<span class="soft">${text}</span>`;
const button = (text, open, label) => html`<button type="button" class="button small" aria-label=${label} @click=${open}>${text}</button>`;
const badges = (claim) => stated(claim.conditions).filter(([axis]) => axis !== "precision").map(([, text]) => html`${badge(text)} `);
const written = (claim) => html`<q>${claim.value.text}</q>`;

/** The columns of one claim of a row: as it is written, in the unit, what it depends on. */
function columnsOf(claimOf, contextOf) {
  const bounds = (row) => {
    const { unit, units } = contextOf(row);
    return claimOf(row) === null ? null : boundsIn(claimOf(row), unit, units);
  };
  const given = (row, show, otherwise = nothing) => (claimOf(row) === null ? otherwise : show(claimOf(row)));
  return [
    both("As written", (row) => given(row, written, soft("nothing is claimed")), (row) => given(row, (claim) => claim.value.text, null)),
    { title: "Value", right: true, cell: (row) => given(row, (claim) => valueIn(claim, contextOf(row).unit, contextOf(row).units)) },
    inFile("least", (row) => bounds(row)?.low ?? null),
    inFile("greatest", (row) => bounds(row)?.high ?? null),
    inFile("unit", (row) => (bounds(row) === null ? null : contextOf(row).unit)),
    both("Conditions", (row) => given(row, badges), (row) => given(row, (claim) => stated(claim.conditions).map(([, text]) => text).join(", "), "")),
  ];
}

const sourceOf = (claimOf, title = "Source") => both(title,
  (row) => (claimOf(row) === null ? nothing : sourceLink(claimOf(row))), (row) => (claimOf(row) === null ? "" : placeOf(claimOf(row))));

/** The table of bars: a row for each device of each panel. */
export function tableOfBars(panels, contextOf, { open }) {
  const rows = panels.flatMap((panel) => panel.groups.map((group) => ({ panel, group })));
  const lead = (row) => row.group.lead;
  const some = (test) => (column) => (rows.some(test) ? [column] : []);
  return {
    rows,
    columns: [
      both("Device", (row) => row.group.device.name),
      inFile("Attribute", (row) => row.panel.attribute.name),
      ...some((row) => row.panel.precision !== "none")(both("Precision", (row) => row.panel.precision.toUpperCase(), (row) => row.panel.precision)),
      ...columnsOf(lead, (row) => contextOf(row.panel)),
      ...some((row) => row.group.ratio !== null)(number("First ÷ this", (row) => (row.group.ratio === null ? soft("–") : formatNumber(row.group.ratio)),
        (row) => row.group.ratio)),
      both("Claims", (row) => (lead(row) === null ? nothing : html`${button(String(row.group.claims.length), () => open(row.group, row.panel),
        `${plural(row.group.claims.length, "claim")} of ${row.panel.attribute.name} of ${row.group.device.name}`)} ${
        isDisputed(row.group) ? badge(disputed(row.group).length > 0 ? "sources disagree" : "others disagree", "bad") : nothing}`),
      (row) => row.group.claims.length),
      inFile("sources disagree", ({ group }) => quarrelOf(group)),
      sourceOf(lead),
    ],
  };
}

/** Who says what, where sources disagree. */
function quarrelOf(group) {
  const contested = disputed(group).length > 0 ? disputed(group) : group.claims.filter((claim) => claim.conflict_id);
  return contested.map((claim) => `${claim.value.text} (${placeOf(claim)})`).join("; ");
}

/** The table of a scatter plot: a row for each claim, those without a year at the end. */
export function tableOfPoints(panel, years, context, { open }) {
  const { placed, undated } = points(panel, years, context.unit, context.units);
  const precision = panel.precision === "none" ? [] : [both("Precision", () => panel.precision.toUpperCase(), () => panel.precision)];
  return {
    rows: [...placed.sort((a, b) => a.year - b.year || b.value - a.value), ...undated],
    columns: [
      both("Device", (row) => row.claim.device.name),
      number("Year", (row) => (row.year === null ? soft("none stated") : html`<a href=${readerOf(row.dated)} title=${placeOf(row.dated)}>${row.year}</a>`),
        (row) => row.year),
      ...precision,
      ...columnsOf((row) => row.claim, () => context),
      onPage("Claims", (row) => button(String(row.group.claims.length), () => open(row.group, panel),
        `${plural(row.group.claims.length, "claim")} of ${row.group.device.name}, from ${placeOf(row.claim)}`)),
      sourceOf((row) => row.claim),
      inFile("source of the year", (row) => (row.dated ? `${yearIn(row.dated)}: ${placeOf(row.dated)}` : "")),
    ],
  };
}

/** The table of rooflines: a row for each roof, and for each device that lacks one. */
export function tableOfRoofs({ roofs, missing }, { open }) {
  const made = (show, otherwise = nothing) => (row) => (row.why ? otherwise : show(row));
  return {
    rows: [...roofs, ...missing],
    columns: [
      both("Device", (row) => row.compute?.device.name ?? row.device.name),
      both("Precision", (row) => row.precision.toUpperCase(), (row) => row.precision),
      both("Peak", (row) => (row.why ? soft(row.why) : html`${written(row.compute)} ${badges(row.compute)}`), (row) => row.compute?.value.text ?? row.why),
      inFile("operations per second", made((row) => row.peak, null)),
      both("Bandwidth", made((row) => html`${written(row.memory)} ${badges(row.memory)}${
        row.memory.device.id === row.compute.device.id ? nothing : badge(`of ${row.memory.device.name}`, "warn")}`), made((row) => row.memory.value.text, null)),
      inFile("bytes per second", made((row) => row.rate, null)),
      number("Ridge point", made((row) => `${formatNumber(row.ridge)} ${row.what}/byte`), made((row) => row.ridge, null)),
      inFile("ridge unit", made((row) => `${row.what}/byte`, null)),
      onPage("Claims", made((row) => html`${button("peak", () => open(row, "compute"), `Claims of the peak of ${row.device.name} at ${row.precision}`)} ${
        button("bandwidth", () => open(row, "memory"), `Claims of the memory bandwidth of ${row.device.name}, beside ${row.precision}`)}`)),
      both("Sources", made((row) => html`${sourceLink(row.compute)}<br>${sourceLink(row.memory)}`), made((row) => `${placeOf(row.compute)}; ${placeOf(row.memory)}`, "")),
    ],
  };
}

/** Draws a table. */
export const drawTable = ({ rows, columns }, caption) => {
  const shown = columns.filter((column) => column.cell);
  return html`<div class="table-room" role="region" aria-label=${caption} tabindex="0"><table class="table" id="specs-table">
    <caption>${caption}</caption>
    <thead><tr>${shown.map((column) => html`<th scope="col" class=${column.right ? "right" : ""}>${column.title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${shown.map((column, i) => (i === 0
      ? html`<th scope="row">${column.cell(row)}</th>` : html`<td class=${column.right ? "right" : ""}>${column.cell(row)}</td>`))}</tr>`)}</tbody>
  </table></div>`;
};

/** A table as rows of cells, titles first, for a file. */
export const cellsOf = ({ rows, columns }) => {
  const kept = columns.filter((column) => column.text);
  return [kept.map((column) => column.title), ...rows.map((row) => kept.map((column) => column.text(row)))];
};
