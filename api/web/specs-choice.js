// What stands above the plots: the chosen devices, what of them is shown, and how. It promises
// that every choice is one of those that the server has, with how many devices stand behind it.
import { chip, formatCount, html, nothing, plural } from "./dom.js";
import { precisionsOf } from "./roofline.js";
import { href } from "./route.js";

/** The plots by their names in the address. */
export const plots = { bars: "Bars", scatter: "Over years", roofline: "Roofline" };

/** The precisions of what is drawn; where several are there and none is asked for, the fullest is shown. */
export const shownPanels = ({ panels, state }) => (state.precision === "" && state.plot !== "roofline" ? panels.slice(0, 1) : panels);

/** The unit that a panel is drawn in: the one that is asked for, where its claims can be shown in it. */
export function contextOf(panel, { units, state }) {
  const has = (symbol) => units.some((unit) => unit.symbol === symbol);
  const kindOf = (symbol) => units.find((unit) => unit.symbol === symbol)?.kind;
  const rates = new Set(["data_rate", "bit_rate"]);
  const alike = (a, b) => kindOf(a) === kindOf(b) || (rates.has(kindOf(a)) && rates.has(kindOf(b)));
  const unit = state.unit !== "" && has(state.unit) && alike(state.unit, panel.unit) ? state.unit : panel.unit;
  return { title: panel.attribute.name, unit, units };
}

/** The precisions whose roofs are drawn: those that are asked for, else the one that most devices have. */
export function roofPrecisions({ panels, state }) {
  const known = precisionsOf(panels).map((one) => one.precision);
  const asked = state.precision.split(",").filter((name) => known.includes(name));
  return asked.length > 0 ? asked : state.precision === "all" ? known : known.slice(0, 1);
}

/** What stands above the plot: the chosen devices, what of them is shown, and how. */
export function controls(shown, { change, choose }) {
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

/** A class as a word: "GPU", "accelerator"; what has none is of another one. */
const classWord = ({ class: name }) => (name === "unknown" ? "other" : name.length <= 3 ? name.toUpperCase() : name);

/** What to begin with where nothing is chosen. */
function starts({ begin, state, attributes }) {
  const attribute = state.attribute || attributes[0]?.id;
  const name = attributes.find((one) => one.id === attribute)?.name ?? attribute;
  return html`<p class="hint">${state.suggested ? "Nothing is chosen yet: these are the devices of which the documents say the most." : `All ${state.class ? `${classWord(state)} ` : ""}devices of which documents state: ${name}.`}</p>
    <ul class="chips" aria-label="Begin with">
      ${begin.slice(0, 3).map((one) => html`
        <li>${chip(`Best documented ${classWord(one)}`, { href: href("/specs", { devices: one.devices.map((device) => device.id) }) })}</li>
        ${one.vendors.map(({ vendor, devices }) => html`<li>${chip(`${vendor} ${classWord(one)}`, { href: href("/specs", { devices: devices.map((device) => device.id) }) })}</li>`)}
        <li>${chip(`All ${classWord(one)} devices`, { count: one.count, pressed: !state.suggested && state.class === one.class, href: href("/specs", { attribute, class: one.class }) })}</li>`)}
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
