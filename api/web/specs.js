// The view "Specs": devices and attributes, drawn as bars, over years or as rooflines. It
// promises that its whole state is in the address, that every mark leads to the claims it rests
// on, and that what a newer choice has overtaken is never drawn.
import { announce, badge, chip, empty, formatCount, html, nothing, plural, problemNote, render, skeleton, style, toast } from "./dom.js";
import { changed, go, here } from "./route.js";
import { bars, suitsLog } from "./bars.js";
import { openClaims, shared, stated } from "./claims.js";
import { commaSeparated, pictureOf, save } from "./export.js";
import { devicePicker } from "./picker.js";
import { plot } from "./plot.js";
import { computeAttribute, memoryAttribute, roofline, roofsOf } from "./roofline.js";
import { points, scatter } from "./scatter.js";
import { contextOf, controls, plots, roofPrecisions, shownPanels } from "./specs-choice.js";
import { deviceNamed, mostCompared, overview, panelsOf, presets, unitsFor, yearsOf } from "./specs-data.js";
import { cellsOf, drawTable, tableOfBars, tableOfPoints, tableOfRoofs } from "./specs-table.js";

const mostBars = 60;

/** What an address asks for. */
function stateOf(url) {
  const of = (name) => url.searchParams.get(name) ?? "";
  return {
    devices: of("devices").split(",").map((name) => name.trim()).filter(Boolean).slice(0, mostCompared),
    attribute: of("attribute"), unit: of("unit"), precision: of("precision"), sparsity: of("sparsity"), per: of("per"),
    class: of("class"), scale: of("scale"), claims: of("claims"),
    plot: Object.hasOwn(plots, of("plot")) ? of("plot") : "bars",
  };
}

/** What is asked of the server for a state; a state that asks the same is drawn of what is there. */
const questionOf = (state) => JSON.stringify([state.devices, state.attribute, state.precision, state.sparsity, state.per, state.class, state.plot]);

/** Loads what a state shows: { state, begin, attributes, devices, panels, units, years, asked }. */
async function load(asked, options) {
  const state = { ...asked };
  const chosen = state.devices.length > 0;
  const begin = chosen ? [] : await presets(options);
  if (!chosen && state.attribute === "") {
    state.devices = (begin[0]?.devices ?? []).map((device) => device.id);
    state.suggested = true;
  }
  const names = await Promise.all(state.devices.map((name) => deviceNamed(name, options)));
  state.devices = [...new Set(names.map((device) => device.id))];
  const sample = begin.find((one) => one.class === state.class) ?? begin[0];
  const known = state.devices.length > 0 ? state.devices : sample?.devices.map((device) => device.id) ?? [];
  if (known.length === 0) {
    return { state, begin, names, attributes: [], panels: [], units: [], years: new Map() };
  }
  const attributes = await overview(known, options);
  state.attribute ||= attributes.find((one) => one.rows.some((row) => row.unit))?.id ?? attributes[0]?.id ?? "";
  const isRoof = state.plot === "roofline";
  if (isRoof && state.devices.length === 0) {
    return { state, begin, names, attributes, panels: [], units: [], years: new Map() };
  }
  const [panels, years] = await Promise.all([
    isRoof ? roofPanels(state, options) : barPanels(state, options),
    state.plot === "scatter" ? yearsOf(state, options) : new Map(),
  ]);
  if (!isRoof && panels.length > 0) {
    state.attribute = panels[0].attribute.id;
  }
  return { state, begin, names, attributes, panels, units: isRoof ? [] : await unitsFor(panels, options), years };
}

const barPanels = (state, options) => panelsOf({
  ...state, attributes: state.attribute, precision: state.precision === "all" ? "" : state.precision, eachPrecision: state.precision === "all",
}, options);

/** Throughputs and bandwidths of all precisions; on sparsity only throughputs count. */
const roofPanels = async (state, options) => (await Promise.all([[computeAttribute, state.sparsity], [memoryAttribute, ""]]
  .map(([attributes, sparsity]) => panelsOf({ ...state, attributes, sparsity, precision: "", per: "" }, options)))).flat();

/** How wide a plot may be where letters are as large as in its own measure: it grows with those of the page. */
const roomOf = (element) => Math.floor(element.clientWidth / (parseFloat(getComputedStyle(document.documentElement).fontSize) / 16));

/** What takes an offer of the server in the place of what it refused; undefined where that is not told. */
function fixOf({ code, detail, errors }, { devices }, change) {
  const refused = devices.find((name) => detail.includes(`"${name}"`));
  if (code === "not_found" && refused !== undefined) {
    return (name) => change({ devices: devices.map((one) => (one === refused ? name : one)) });
  }
  const field = errors?.[0]?.field.replace(/^attributes$/, "attribute");
  return ["attribute", "unit", "precision", "sparsity"].includes(field) ? (text) => change({ [field]: text }) : undefined;
}

function mount(root, location) {
  let wanted = stateOf(location);
  let answered = "";
  let shown = null;
  let problem = null;
  let busy = true;
  let width = 0;
  let opened = "";
  let request = null;
  let tables = null;

  render(html`<h1>Specs</h1><div class="specs">
    <div class="specs-choice"><div id="device-picker"></div><div id="specs-controls"></div></div>
    <div id="specs-plot"></div></div>`, root);
  const rooms = { controls: root.querySelector("#specs-controls"), plot: root.querySelector("#specs-plot") };
  const change = (params, options) => go(changed({ claims: null, ...params }), options);
  const choose = (devices) => change({ devices: devices.length > 0 ? devices : null, precision: null, class: null });
  const chosen = () => (shown === null || shown.state.suggested ? [] : shown.state.devices);
  const picker = devicePicker(root.querySelector("#device-picker"), {
    onPick: (device) => choose([...chosen(), device.id]),
    onDropLast: () => choose(chosen().slice(0, -1)),
  });

  const open = async (group, panel) => {
    const mine = group.lead.id;
    opened = mine;
    go(changed({ claims: mine }), { replace: true });
    await openClaims(group, contextOf(panel, shown));
    opened = "";
    if (here().searchParams.get("claims") === mine) {
      go(changed({ claims: null }), { replace: true });
    }
  };
  const close = () => document.querySelector("dialog.claims[open]")?.close();
  const openRoof = (roof, which = "compute") => {
    const group = which === "memory" ? { ...roof.memoryGroup, lead: roof.memory } : roof.group;
    const claim = group.lead;
    return open(group, { attribute: claim.attribute, unit: claim.value.unit });
  };

  const draw = () => {
    root.querySelector(".specs-choice").classList.toggle("begins", wanted.devices.length === 0);
    picker.draw(chosen(), mostCompared);
    render(shown !== null ? controls(shown, { change, choose }) : problem === null ? skeleton(3) : nothing, rooms.controls);
    rooms.plot.toggleAttribute("aria-busy", busy);
    if (problem !== null) {
      render(problemNote(problem, { retry: () => ask(), fix: fixOf(problem, wanted, change) }), rooms.plot);
    } else if (shown === null) {
      render(html`<div class="plot-waits">${skeleton(8)}</div>`, rooms.plot);
    } else {
      tables = pictureFor(shown, { width, open, openRoof });
      render(page(tables, shown, { change }), rooms.plot);
    }
    openAsked();
  };
  /** Opens the claims that an address asks for, once they are there. */
  const openAsked = () => {
    if (wanted.claims === "" || wanted.claims === opened || shown === null || busy) {
      return;
    }
    for (const panel of shown.panels) {
      const group = panel.groups.find((one) => one.claims.some((claim) => claim.id === wanted.claims));
      if (group) {
        open(group, panel);
        return;
      }
    }
  };
  const ask = async () => {
    request?.abort();
    const mine = new AbortController();
    request = mine;
    busy = true;
    draw();
    try {
      const loaded = await load(wanted, { signal: mine.signal });
      if (mine.signal.aborted) {
        return;
      }
      [shown, problem] = [loaded, null];
      busy = false;
      draw();
      announce(tables.heard);
    } catch (failure) {
      if (failure.name === "AbortError" || mine.signal.aborted) {
        return;
      }
      [problem, busy] = [failure, false];
      draw();
    }
  };
  const measure = new ResizeObserver(() => {
    const next = roomOf(rooms.plot);
    if (next !== width && next > 0) {
      width = next;
      draw();
    }
  });

  const update = (url) => {
    wanted = stateOf(url);
    if (wanted.claims !== opened) {
      close();
    }
    const question = questionOf(wanted);
    if (question !== answered) {
      answered = question;
      ask();
      return;
    }
    if (shown !== null) {
      const { devices, attribute, suggested } = shown.state;
      shown = { ...shown, state: { ...wanted, devices, attribute, suggested } };
    }
    draw();
  };

  style("specs.css").then(() => {
    width = roomOf(rooms.plot);
    measure.observe(rooms.plot);
    update(location);
  });
  return {
    update,
    unmount() {
      close();
      request?.abort();
      measure.disconnect();
      picker.end();
    },
  };
}

export default { title: "Specs", mount };

/** Scenes and table of what is shown: { scenes, table, caption, notes, heard, name }. */
function pictureFor(shown, { width, open, openRoof }) {
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
function page({ scenes, table, caption, notes, name }, shown, { change }) {
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
    save(`${name}${panel && panel.precision !== "none" ? `-${panel.precision}` : ""}.svg`, "image/svg+xml", pictureOf(picture, { title, note }));
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
