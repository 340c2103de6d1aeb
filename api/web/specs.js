// The view "Specs": devices and attributes, drawn as bars, over years or as rooflines. It
// promises that its whole state is in the address, that every mark leads to the claims it rests
// on, and that what a newer choice has overtaken is never drawn.
import { announce, html, nothing, problemNote, render, skeleton, style } from "./dom.js";
import { changed, go, here } from "./route.js";
import { openClaims } from "./claims.js";
import { devicePicker } from "./picker.js";
import { computeAttribute, memoryAttribute } from "./roofline.js";
import { contextOf, controls, plots } from "./specs-choice.js";
import { deviceNamed, mostCompared, overview, panelsOf, presets, unitsFor, yearsOf } from "./specs-data.js";
import { page, pictureOf } from "./specs-page.js";

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
const questionOf = (state) => JSON.stringify([state.devices, state.attribute, state.plot === "roofline" ? "" : state.precision, state.sparsity, state.per, state.class, state.plot]);

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
  return { state, begin, names, attributes, panels, units: await unitsFor(panels), years };
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

/** The view in its room: what is wanted, what is there, and what is drawn of it. */
class SpecsView {
  constructor(root, location) {
    Object.assign(this, { root, wanted: stateOf(location), asked: "", shown: null, problem: null, busy: true, width: 0, opened: "", request: null });
    render(html`<h1>Specs</h1><div class="specs">
      <div class="specs-choice"><div id="device-picker"></div><div id="specs-controls"></div></div>
      <div id="specs-plot"></div></div>`, root);
    this.rooms = { controls: root.querySelector("#specs-controls"), plot: root.querySelector("#specs-plot") };
    this.picker = devicePicker(root.querySelector("#device-picker"), {
      onPick: (device) => this.choose([...this.chosen(), device.id]),
      onDropLast: () => this.choose(this.chosen().slice(0, -1)),
    });
    this.measure = new ResizeObserver(() => this.resize());
    this.change = this.change.bind(this);
    style("specs.css").then(() => {
      this.width = roomOf(this.rooms.plot);
      this.measure.observe(this.rooms.plot);
      this.update(location);
    });
  }

  change(params, options) {
    go(changed({ claims: null, ...params }), options);
  }

  choose(devices) {
    this.change({ devices: devices.length > 0 ? devices : null, precision: null, class: null });
  }

  /** The devices that somebody has chosen: none where the view suggests some. */
  chosen() {
    return this.shown === null || this.shown.state.suggested ? [] : this.shown.state.devices;
  }

  update(url) {
    this.wanted = stateOf(url);
    if (this.wanted.claims !== this.opened) {
      closeClaims();
    }
    const question = questionOf(this.wanted);
    if (question !== this.asked) {
      this.asked = question;
      this.ask();
      return;
    }
    if (this.shown !== null) {
      const { devices, attribute, suggested } = this.shown.state;
      this.shown = { ...this.shown, state: { ...this.wanted, devices, attribute, suggested } };
    }
    this.draw();
  }

  async ask() {
    this.request?.abort();
    const mine = new AbortController();
    this.request = mine;
    this.busy = true;
    this.draw();
    try {
      const shown = await load(this.wanted, { signal: mine.signal });
      if (!mine.signal.aborted) {
        Object.assign(this, { shown, problem: null, busy: false });
        this.draw();
        announce(this.picture.heard);
      }
    } catch (problem) {
      if (!mine.signal.aborted) {
        Object.assign(this, { problem, busy: false });
        this.draw();
      }
    }
  }

  draw() {
    const { root, rooms, shown, problem, wanted, change } = this;
    root.querySelector(".specs-choice").classList.toggle("begins", wanted.devices.length === 0);
    this.picker.draw(this.chosen(), mostCompared);
    const waiting = problem === null ? skeleton(3) : nothing;
    render(shown === null ? waiting : controls(shown, { change, choose: (devices) => this.choose(devices) }), rooms.controls);
    rooms.plot.toggleAttribute("aria-busy", this.busy);
    if (problem !== null) {
      render(problemNote(problem, { retry: () => this.ask(), fix: fixOf(problem, wanted, change) }), rooms.plot);
    } else if (shown === null) {
      render(html`<div class="plot-waits">${skeleton(8)}</div>`, rooms.plot);
    } else {
      this.picture = pictureOf(shown, {
        width: this.width, open: (group, panel) => this.open(group, panel), openRoof: (roof, which) => this.openRoof(roof, which),
      });
      render(page(this.picture, shown, change), rooms.plot);
    }
    this.openWanted();
  }

  resize() {
    const width = roomOf(this.rooms.plot);
    if (width !== this.width && width > 0) {
      this.width = width;
      this.draw();
    }
  }

  /** Shows the claims behind a mark while the address names them. */
  async open(group, panel) {
    const mine = group.lead.id;
    this.opened = mine;
    go(changed({ claims: mine }), { replace: true });
    await openClaims(group, contextOf(panel, this.shown));
    this.opened = "";
    if (here().searchParams.get("claims") === mine) {
      go(changed({ claims: null }), { replace: true });
    }
  }

  openRoof(roof, which = "compute") {
    const group = which === "memory" ? { ...roof.memoryGroup, lead: roof.memory } : roof.group;
    return this.open(group, { attribute: group.lead.attribute, unit: group.lead.value.unit });
  }

  /** Opens the claims that an address asks for, once they are there. */
  openWanted() {
    const { wanted, shown } = this;
    if (wanted.claims === "" || wanted.claims === this.opened || shown === null || this.busy) {
      return;
    }
    const isWanted = (group) => group.claims.some((claim) => claim.id === wanted.claims);
    const panel = shown.panels.find((one) => one.groups.some(isWanted));
    if (panel !== undefined) {
      this.open(panel.groups.find(isWanted), panel);
    }
  }

  unmount() {
    closeClaims();
    this.request?.abort();
    this.measure.disconnect();
    this.picker.end();
  }
}

const closeClaims = () => document.querySelector("dialog.claims[open]")?.close();

export default { title: "Specs", mount: (root, location) => new SpecsView(root, location) };
