// The view "Specs": devices and attributes, drawn as bars, over years or as rooflines. It
// promises that its whole state is in the address, that every mark leads to the claims it rests
// on, and that what a newer choice has overtaken is never drawn.
import { announce, badge, chip, empty, formatCount, html, nothing, plural, problemNote, render, skeleton, style } from "./dom.js";
import { changed, go, href } from "./route.js";
import { bars, suitsLog } from "./bars.js";
import { openClaims, shared, stated } from "./claims.js";
import { commaSeparated, pictureOf, save } from "./export.js";
import { devicePicker } from "./picker.js";
import { plot } from "./plot.js";
import { computeAttribute, memoryAttribute, precisionsOf, roofline, roofsOf } from "./roofline.js";
import { points, scatter } from "./scatter.js";
import { deviceNamed, mostCompared, overview, panelsOf, presets, unitsFor, yearsOf } from "./specs-data.js";
import { cellsOf, drawTable, tableOfBars, tableOfPoints, tableOfRoofs } from "./specs-table.js";

const plots = { bars: "Bars", scatter: "Over years", roofline: "Roofline" };
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
  const begin = await presets(options);
  const state = { ...asked };
  const chosen = state.devices.length > 0;
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
  const question = {
    ...state, attributes: isRoof ? `${computeAttribute},${memoryAttribute}` : state.attribute,
    precision: isRoof || state.precision === "all" ? "" : state.precision,
    ...(isRoof ? { per: "" } : {}),
  };
  if (isRoof && state.devices.length === 0) {
    return { state, begin, names, attributes, panels: [], units: [], years: new Map() };
  }
  const [panels, years] = await Promise.all([
    panelsOf(question, options),
    state.plot === "scatter" ? yearsOf(state, options) : new Map(),
  ]);
  return { state, begin, names, attributes, panels, units: isRoof ? [] : await unitsFor(panels, options), years };
}

/** The precisions of what is drawn; where several are there and none is asked for, the fullest is shown. */
const shownPanels = ({ panels, state }) => (state.precision === "" && state.plot !== "roofline" ? panels.slice(0, 1) : panels);

/** The unit that a panel is drawn in: the one that is asked for, where its claims can be shown in it. */
function contextOf(panel, { units, state }) {
  const has = (symbol) => units.some((unit) => unit.symbol === symbol);
  const kindOf = (symbol) => units.find((unit) => unit.symbol === symbol)?.kind;
  const rates = new Set(["data_rate", "bit_rate"]);
  const alike = (a, b) => kindOf(a) === kindOf(b) || (rates.has(kindOf(a)) && rates.has(kindOf(b)));
  const unit = state.unit !== "" && has(state.unit) && alike(state.unit, panel.unit) ? state.unit : panel.unit;
  return { title: panel.attribute.name, unit, units };
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
    opened = group.lead.id;
    go(changed({ claims: opened }), { replace: true });
    await openClaims(group, contextOf(panel, shown));
    opened = "";
    go(changed({ claims: null }), { replace: true });
  };
  const openRoof = (roof, which = "compute") => {
    const group = which === "memory" ? { ...roof.memoryGroup, lead: roof.memory } : roof.group;
    const claim = group.lead;
    return open(group, { attribute: claim.attribute, unit: claim.value.unit });
  };

  const draw = () => {
    picker.draw(chosen(), mostCompared);
    render(shown === null ? skeleton(3) : controls(shown, { change, choose }), rooms.controls);
    rooms.plot.toggleAttribute("aria-busy", busy);
    if (problem !== null) {
      render(problemNote(problem, { retry: () => ask(), fix: problem.code === "not_found" ? undefined : (unit) => change({ unit }) }), rooms.plot);
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
    if (wanted.claims === "" || wanted.claims === opened || shown === null || busy || root.ownerDocument.querySelector("dialog[open]")) {
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
  const measure = new ResizeObserver(([entry]) => {
    const next = Math.floor(entry.contentRect.width);
    if (next !== width && next > 0) {
      width = next;
      draw();
    }
  });

  const update = (url) => {
    wanted = stateOf(url);
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
    width = Math.floor(rooms.plot.clientWidth);
    measure.observe(rooms.plot);
    update(location);
  });
  return {
    update,
    unmount() {
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

/** The precisions whose roofs are drawn: those that are asked for, else the one that most devices have. */
function roofPrecisions({ panels, state }) {
  const known = precisionsOf(panels).map((one) => one.precision);
  const asked = state.precision.split(",").filter((name) => known.includes(name));
  return asked.length > 0 ? asked : state.precision === "all" ? known : known.slice(0, 1);
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

/** What stands above the plot: the chosen devices, what of them is shown, and how. */
function controls(shown, { change, choose }) {
  const { state, names } = shown;
  const chosen = state.suggested ? [] : names.filter((device) => state.devices.includes(device.id));
  return html`
    ${chosen.length === 0 ? nothing : html`<ul class="chips" aria-label="Chosen devices">${chosen.map((device) => html`<li>
      <button type="button" class="chip" aria-label=${`Remove ${device.name}`} @click=${() => choose(state.devices.filter((id) => id !== device.id))}>${device.name} <span aria-hidden="true">✕</span></button></li>`)}
      ${chosen.length < 2 ? nothing : html`<li><button type="button" class="chip" @click=${() => choose([])}>Remove all</button></li>`}</ul>`}
    ${chosen.length > 0 ? nothing : starts(shown)}
    <div class="toolbar specs-toolbar">
      <div class="segments" role="group" aria-label="Plot">${Object.entries(plots).map(([name, title]) =>
        chip(title, { pressed: state.plot === name, click: () => change({ plot: name === "bars" ? null : name, precision: null, scale: null }) }))}</div>
      ${state.plot === "roofline" ? roofChoices(shown, change) : html`${attributeChoice(shown, change)}${precisionChoice(shown, change)}${unitChoice(shown, change)}`}
      ${choiceOf("Sparsity", state.sparsity, [["", "any"], ["dense", "dense"], ["sparse", "sparse"], ["unstated", "unstated"]], (sparsity) => change({ sparsity }))}
      ${state.plot === "roofline" ? nothing : perChoice(shown, change)}
    </div>`;
}

/** A class as a word: "GPU", "accelerator"; what has none is one of the others. */
const classWord = ({ class: name }) => (name === "unknown" ? "others" : name.length <= 3 ? name.toUpperCase() : name);

/** What to begin with where nothing is chosen. */
function starts({ begin, state, attributes }) {
  const attribute = state.attribute || attributes[0]?.id;
  return html`<p class="hint">${state.suggested ? "Nothing is chosen yet: these are the devices of which the documents say the most." : `All devices that have it${state.class ? ` of the class ${classWord(state)}` : ""}.`}</p>
    <ul class="chips" aria-label="Begin with">
      ${begin.slice(0, 3).map((one) => html`
        <li>${chip(`Best documented ${classWord(one)}`, { href: href("/specs", { devices: one.devices.map((device) => device.id) }) })}</li>
        ${one.vendors.map(({ vendor, devices }) => html`<li>${chip(`${vendor} ${classWord(one)}`, { href: href("/specs", { devices: devices.map((device) => device.id) }) })}</li>`)}
        <li>${chip(`All ${classWord(one)}`, { count: one.count, pressed: !state.suggested && state.class === one.class, href: href("/specs", { attribute, class: one.class }) })}</li>`)}
    </ul>`;
}

const choiceOf = (label, value, options, pick) => html`<label class="choice"><span>${label}</span>
  <select @change=${(event) => pick(event.target.value || null)}>${options.map(([name, text]) => html`<option value=${name} ?selected=${name === value}>${text}</option>`)}</select></label>`;

function attributeChoice({ attributes, state, names }, change) {
  const count = state.devices.length;
  const of = (one) => (count > 1 ? `${one.name} (${one.covered} of ${count} devices, ${plural(one.claims, "claim")})` : `${one.name} (${plural(one.claims, "claim")})`);
  const option = (one) => html`<option value=${one.id} ?selected=${one.id === state.attribute}>${of(one)}</option>`;
  const everybody = attributes.filter((one) => one.covered >= count && count > 1);
  const rest = attributes.filter((one) => !everybody.includes(one));
  const foreign = attributes.every((one) => one.id !== state.attribute) && state.attribute !== "";
  return html`<label class="choice grow"><span>Attribute</span>
    <select id="specs-attribute" @change=${(event) => change({ attribute: event.target.value, unit: null, precision: null, per: null })}>
      ${foreign ? html`<option value=${state.attribute} selected>${state.attribute}</option>` : nothing}
      ${everybody.length === 0 ? nothing : html`<optgroup label=${names.length > 0 ? "All chosen devices" : "All of the best documented"}>${everybody.map(option)}</optgroup>`}
      ${rest.length === 0 ? nothing : html`<optgroup label=${everybody.length === 0 ? "Attributes" : "Some of them"}>${rest.map(option)}</optgroup>`}
    </select></label>`;
}

/** The precisions of an attribute, each with how many devices have it. */
function precisionChoice({ attributes, panels, state }, change) {
  const rows = attributes.find((one) => one.id === state.attribute)?.rows ?? panels.map((panel) => ({ precision: panel.precision, covered: panel.groups.length }));
  const known = new Map();
  for (const { precision, covered } of rows) {
    known.set(precision, Math.max(known.get(precision) ?? 0, covered));
  }
  if (known.size < 2) {
    return nothing;
  }
  const current = state.precision || panels[0]?.precision;
  const options = [...known].map(([name, covered]) => [name, `${name === "none" ? "none named" : name.toUpperCase()} (${formatCount(covered)})`]);
  return choiceOf("Precision", current, [...(known.has(current) || !current ? [] : [[current, current]]), ...options, ["all", "each of them"]], (precision) => change({ precision }));
}

function unitChoice(shown, change) {
  const { units, state } = shown;
  const [panel] = shownPanels(shown);
  if (!panel || units.length < 2) {
    return nothing;
  }
  const { unit } = contextOf(panel, shown);
  const kind = units.find((one) => one.symbol === unit)?.kind;
  const fitting = units.filter((one) => one.kind === kind || (["data_rate", "bit_rate"].includes(kind) && ["data_rate", "bit_rate"].includes(one.kind)));
  return fitting.length < 2 ? nothing : choiceOf("Unit", unit, fitting.map((one) => [one.symbol, one.symbol]), (symbol) => change({ unit: symbol === panel.unit && state.unit === "" ? null : symbol }, { replace: true }));
}

function perChoice({ panels, state }, change) {
  const known = new Set(panels.flatMap((panel) => panel.groups.flatMap((group) => group.claims.map((claim) => claim.conditions.per))));
  known.delete("unstated");
  known.delete(undefined);
  if (state.per !== "") {
    known.add(state.per);
  }
  return known.size === 0 ? nothing
    : choiceOf("Counted", state.per, [["", "however"], ...[...known].sort().map((name) => [name, `per ${name.replaceAll("_", " ")}`])], (per) => change({ per }));
}

function roofChoices(shown, change) {
  const current = roofPrecisions(shown);
  const toggle = (name) => {
    const next = current.includes(name) ? current.filter((one) => one !== name) : [...current, name];
    change({ precision: next.length > 0 ? next : null });
  };
  return html`<div class="chips" role="group" aria-label="Precisions of the roofs">${precisionsOf(shown.panels).map(({ precision, covered }) =>
    chip(precision === "none" ? "none named" : precision.toUpperCase(), { pressed: current.includes(precision), count: covered, click: () => toggle(precision) }))}</div>`;
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
      <button type="button" class="button small" @click=${() => copyLink()}>Copy the link</button>
    </div>
    ${drawTable(table, caption)}`;
}

async function copyLink() {
  await navigator.clipboard.writeText(window.location.href).then(() => announce("The link is copied"), () => announce("The browser does not let the link be copied"));
}

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
