// What stands below the choices of the view of specs: plots, what is to be said of them, and the
// table. It promises that picture, table and files are drawn of the same numbers.
import { badge, chip, empty, formatCount, html, nothing, plural, toast } from "./dom.js";
import { bars, suitsLog } from "./bars.js";
import { shared, stated } from "./claims.js";
import { commaSeparated, fileOf, save } from "./export.js";
import { plot } from "./plot.js";
import { roofline, roofsOf } from "./roofline.js";
import { points, scatter } from "./scatter.js";
import { contextOf, roofPrecisions, shownPanels } from "./specs-choice.js";
import { cellsOf, drawTable, tableOfBars, tableOfPoints, tableOfRoofs } from "./specs-table.js";

const mostBars = 60;

/** Scenes and table of what is shown: { scenes, table, caption, notes, heard, name }. */
export function pictureOf(shown, { width, open, openRoof }) {
  const { state } = shown;
  if (width === 0 || shown.panels.length === 0) {
    return { scenes: [], table: null, heard: "Nothing is claimed of this", notes: [] };
  }
  const made = { bars: barsOf, scatter: scatterOf, roofline: roofsFor }[state.plot](shown, { width, open, openRoof });
  return { heard: made.scenes.map(({ scene }) => scene.label).join(". ") || made.notes.join(" "), ...made };
}

function barsOf(shown, { width, open }) {
  const panels = shownPanels(shown);
  const scenes = panels.map((panel, i) => {
    const context = contextOf(panel, shown);
    const log = shown.state.scale === "log" && suitsLog(panel, context.unit, context.units);
    const cut = panel.groups.length > mostBars
      ? { ...panel, groups: [...panel.groups].sort((a, b) => (b.lead?.normalized?.max ?? 0) - (a.lead?.normalized?.max ?? 0)).slice(0, mostBars) } : panel;
    return {
      panel, context, log,
      scene: bars(cut, { id: `bars-${i}`, width, ...context, log, open: (group) => open(group, panel) }),
      cut: panel.groups.length - cut.groups.length,
    };
  });
  const table = tableOfBars(panels, (panel) => contextOf(panel, shown), { open });
  return { scenes, table, caption: `${panels[0].attribute.name}, the claim that is told first of each device`, notes: [], name: panels[0].attribute.id };
}

function scatterOf(shown, { width, open }) {
  const [panel] = shownPanels(shown);
  const context = contextOf(panel, shown);
  const log = shown.state.scale !== "linear";
  const { placed, undated } = points(panel, shown.years, context.unit, context.units);
  const without = new Set(undated.map((point) => point.claim.device.name));
  const notes = undated.length === 0 ? [] : [`${plural(undated.length, "claim")} of ${plural(without.size, "device")} without a stated year ${
    undated.length === 1 ? "stands" : "stand"} in the table alone.`];
  const byDevice = shown.state.devices.length > 0;
  const scenes = placed.length === 0 ? [] : [{
    panel, context, log,
    scene: scatter(panel, { id: "scatter", width, ...context, log, years: shown.years, byDevice, open: (group) => open(group, panel) }),
  }];
  return {
    scenes, notes: placed.length === 0 ? ["No document states a year of these devices, so no claim can be placed.", ...notes] : notes,
    table: tableOfPoints(panel, shown.years, context, { open }), caption: `${panel.attribute.name} by year, a row for each claim`, name: `${panel.attribute.id}-years`,
  };
}

function roofsFor(shown, { width, openRoof }) {
  const precisions = roofPrecisions(shown);
  const made = roofsOf(shown.panels, precisions);
  const scenes = made.roofs.length === 0 ? [] : [{
    panel: null, context: null, log: true, scene: roofline(made.roofs, { id: "roofline", width, several: precisions.length > 1, open: openRoof }),
  }];
  return {
    scenes, notes: made.missing.map((one) => `${one.device.name}, ${one.precision.toUpperCase()}: ${one.why}.`),
    table: tableOfRoofs(made, { open: openRoof }), caption: "Peaks, bandwidths and where the roofs meet", name: "roofline",
  };
}

/** The plots, what is to be said of them, and the table. */
export function page({ scenes, table, caption, notes, name }, shown, change) {
  if (table === null || table === undefined) {
    return empty("Nothing to draw", shown.state.plot === "roofline" && shown.state.devices.length === 0
      ? html`<p>Choose devices, and their roofs are drawn of what is claimed of them.</p>`
      : html`<p>Nothing is claimed of this in the documents: choose other devices or another attribute, or take a filter away.</p>`);
  }
  return html`
    <p class="visually-hidden" id="plot-keys">Arrow keys move between the marks, Home and End go to the first and the last, Enter shows the claims behind one.</p>
    ${scenes.map((one) => panelOf(one, shown, { change, caption, name }))}
    ${notes.length === 0 ? nothing : html`<ul class="plot-notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
    <h2>The numbers</h2>
    <div class="toolbar">
      <button type="button" class="button small" @click=${() => save(`${name}.csv`, "text/csv;charset=utf-8", commaSeparated(cellsOf(table)))}>Table as CSV</button>
      <button type="button" class="button small" @click=${copyLink}>Copy the link</button>
    </div>
    ${drawTable(table, caption)}`;
}

const copyLink = () => navigator.clipboard.writeText(window.location.href)
  .then(() => toast("The link is copied"), () => toast("The browser does not let the link be copied: it is the address of this page", { kind: "warn" }));

function panelOf({ panel, context, log, scene, cut = 0 }, shown, { change, caption, name }) {
  const leads = panel === null ? [] : panel.groups.map((group) => group.lead).filter(Boolean);
  const title = panel === null ? "Rooflines" : panel.attribute.name;
  const download = (event) => {
    const picture = event.target.closest("section").querySelector(".plot-picture");
    const note = `${caption}. Sources: ${[...new Set(leads.map((claim) => claim.source.path))].join(", ")}. ${window.location.href}`;
    save(`${name}${panel && panel.precision !== "none" ? `-${panel.precision}` : ""}.svg`, "image/svg+xml", fileOf(picture, { title, note }));
  };
  const isLogOffered = panel !== null && (shown.state.plot === "scatter" || suitsLog(panel, context.unit, context.units));
  return html`<section class="panel" aria-label=${panel === null ? title : `${title}${panel.precision === "none" ? "" : `, ${panel.precision.toUpperCase()}`}`}>
    <div class="panel-head">
      <h2>${title}</h2>
      <div class="panel-badges">${(shown.state.plot === "bars" ? shared(leads) : panel && panel.precision !== "none" ? stated({ precision: panel.precision }) : [])
        .map(([, text]) => html`${badge(text, "accent")} `)}</div>
      ${isLogOffered ? chip("Log axis", { pressed: log, click: () => change({ scale: shown.state.plot === "scatter" ? (log ? "linear" : null) : (log ? null : "log") }, { replace: true }) }) : nothing}
      <button type="button" class="button small" @click=${download}>Picture as SVG</button>
    </div>
    ${plot(scene)}
    ${cut > 0 ? html`<p class="hint">The ${mostBars} greatest are drawn; the table has ${formatCount(cut)} more.</p>` : nothing}
    ${panel?.reason && shown.state.plot === "bars" ? html`<details class="reason"><summary>${panel.comparable ? "Comparable" : "Not to be compared without a second look"}</summary>
      <ul>${panel.reason.split("; ").map((one) => html`<li>${one}</li>`)}</ul></details>` : nothing}
  </section>`;
}
