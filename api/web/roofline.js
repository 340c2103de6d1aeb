// Rooflines: how fast a kernel can be at most, by how many operations it does for each byte.
// They promise that a roof is made of one claim of throughput and one of memory bandwidth,
// of the same variant where it has both, and that what lacks one is named.
import { scaleLog } from "./vendor/d3-scale.js";
import { ticksOf } from "./bars.js";
import { valueIn } from "./claims.js";
import { formatNumber, nothing, plural, svg } from "./dom.js";
import { around, fit, placeLabels } from "./plot.js";

/** The attributes that a roofline is made of. */
export const computeAttribute = "compute_throughput";
export const memoryAttribute = "memory_bandwidth";

const narrow = 560;
const colours = 8;

/** The height of a line of names. */
const line = 15;

/** Bold letters are as wide as those of this size. */
const bold = 13.5;

/** The precisions that devices have a peak at, those first that most have: [{ precision, covered }]. */
export function precisionsOf(panels) {
  const covered = new Map();
  for (const panel of panels.filter((one) => one.attribute.id === computeAttribute)) {
    const count = panel.groups.filter((group) => group.lead !== null).length;
    covered.set(panel.precision, Math.max(covered.get(panel.precision) ?? 0, count));
  }
  return [...covered].map(([precision, count]) => ({ precision, covered: count })).sort((a, b) => b.covered - a.covered);
}

/**
 * The roofs of devices at some precisions, { device, precision, compute, memory, peak, rate,
 * ridge, what }: in operations and bytes per second, and operations per byte; and of whom
 * nothing can be drawn, { device, precision, why }.
 */
export function roofsOf(panels, precisions) {
  const memory = panels.filter((panel) => panel.attribute.id === memoryAttribute).flatMap((panel) => panel.groups);
  const roofs = [];
  const missing = [];
  for (const panel of panels.filter((one) => one.attribute.id === computeAttribute && precisions.includes(one.precision))) {
    for (const group of panel.groups) {
      const made = roofOf(group, memory.filter((one) => one.device.id === group.device.id));
      (made.why ? missing : roofs).push({ device: group.device, precision: panel.precision, group, ...made });
    }
  }
  return { roofs, missing };
}

function roofOf({ lead: compute }, memories) {
  if (compute === null) {
    return { why: "no throughput is claimed at this precision" };
  }
  const held = memories.flatMap((group) => group.claims).filter((claim) => rateOf(claim) !== null && goTogether(claim, compute));
  const ofTheSame = held.filter((claim) => claim.device.id === compute.device.id);
  const memory = best(ofTheSame.length > 0 ? ofTheSame : held, memories);
  const peak = rateOf(compute);
  if (memory === undefined || peak === null) {
    return { why: memory === undefined ? "no memory bandwidth is claimed that goes with it" : "its throughput has no unit that is known" };
  }
  const rate = rateOf(memory);
  return {
    compute, memory, peak, rate, ridge: peak / rate,
    what: compute.normalized.unit.startsWith("FLOP") ? "FLOP" : "OP",
    memoryGroup: memories.find((group) => group.claims.includes(memory)),
  };
}

/** The greatest value in base units a second, for a peak is what cannot be passed. */
const rateOf = ({ normalized }) => (normalized?.unit?.endsWith("/s") ? normalized.max ?? normalized.min : null);

/** Whether two claims are of the same whole: what one states of a part is nothing to the other. */
const goTogether = (a, b) => a.conditions.per === b.conditions.per || [a, b].some((claim) => claim.conditions.per === "unstated") &&
  [a, b].every((claim) => ["unstated", "gpu", "chip", "card", "module", "system"].includes(claim.conditions.per));

/** The claim that leads, or else the one that most others of them agree with. */
const best = (claims, groups) => claims.find((claim) => groups.some((group) => group.lead?.id === claim.id)) ??
  [...claims].sort((a, b) => agreeing(claims, b) - agreeing(claims, a))[0];

const agreeing = (claims, one) => claims.filter((claim) => rateOf(claim) === rateOf(one)).length;

/** The scene of roofs, for plot(). */
export function roofline(roofs, { id, width, several, open }) {
  const isNarrow = width < narrow;
  const named = isNarrow ? roofs.length * line + 10 : 0;
  const margin = { top: 34, right: isNarrow ? 14 : Math.min(220, width * 0.28), bottom: 44 + named, left: isNarrow ? 48 : 66 };
  const height = Math.round(Math.min(Math.max(width * 0.6, 340), 560)) + named;
  const scales = scalesOf(roofs, { width, height, margin });
  const order = [...new Set(roofs.map((roof) => roof.device.id))];
  const drawn = roofs.map((roof) => ({ ...roof, colour: Math.min(order.indexOf(roof.device.id) + 1, colours) }))
    .sort((a, b) => a.ridge - b.ridge);
  const ridges = ridgeNames(drawn, scales, { width, height, margin });
  const isNamed = new Set(ridges.map((label) => label.roof));
  const name = (roof) => `${nameOf(roof)}${several ? ` ${roof.precision.toUpperCase()}` : ""}${isNamed.has(roof) ? "" : ` (${formatNumber(roof.ridge)})`}`;
  return {
    id,
    kind: "roofline",
    label: `Rooflines of ${plural(order.length, "device")}: attainable operations per second over operations per byte, both axes logarithmic; ${
      plural(roofs.length, "ridge point")}`,
    width,
    height,
    back: svg`${axes(scales, { width, height, margin })}${slopes(drawn, scales)}${isNarrow ? legend(drawn, height - named + line, name) : roofNames(drawn, scales, { width, margin, height, name })}${
      ridges.map((label) => svg`<text class="note ridge-text" x=${label.x} y=${label.y}>${label.text}</text>`)}`,
    marks: drawn.map((roof) => mark(roof, scales, open)),
  };
}

/** The variant that a roof is of, for a family's claims are those of its variants. */
const nameOf = (roof) => roof.compute.device.name;

function scalesOf(roofs, { width, height, margin }) {
  const ridges = roofs.map((roof) => roof.ridge);
  const x = scaleLog().domain([Math.min(1, Math.min(...ridges) / 20), Math.max(...ridges) * 8]).range([margin.left, width - margin.right]);
  const least = Math.min(...roofs.map((roof) => roof.rate)) * x.domain()[0];
  const y = scaleLog().domain([least, Math.max(...roofs.map((roof) => roof.peak)) * 1.6]).range([height - margin.bottom, margin.top]);
  return { x, y };
}

const prefixes = [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];

/** A rate with the prefix that makes it short: 989.4 T. */
function short(value) {
  const [factor, prefix] = prefixes.find(([one]) => value >= one * 0.9999) ?? [1, ""];
  return `${formatNumber(value / factor)}${prefix ? ` ${prefix}` : ""}`;
}

function axes({ x, y }, { width, height, margin }) {
  const bottom = height - margin.bottom;
  return svg`
    ${ticksOf(y, 6).map((tick) => svg`<line class="grid" x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
      <text class="tick" x=${margin.left - 8} y=${y(tick) + 4} text-anchor="end">${short(tick)}</text>`)}
    ${ticksOf(x, Math.max(Math.floor((width - margin.left - margin.right) / 80), 2)).map((tick) => svg`
      <line class="grid" x1=${x(tick)} x2=${x(tick)} y1=${margin.top} y2=${bottom}></line>
      <text class="tick" x=${x(tick)} y=${bottom + 17} text-anchor="middle">${formatNumber(tick)}</text>`)}
    <line class="base" x1=${margin.left} x2=${width - margin.right} y1=${bottom} y2=${bottom}></line>
    <text class="tick" x="2" y="14">Attainable operations per second</text>
    <text class="tick" x=${width - margin.right} y=${bottom + 36} text-anchor="end">Arithmetic intensity, operations per byte</text>`;
}

/** The roofs of memory, one for each device and rate, up to its farthest ridge. */
function slopes(roofs, { x, y }) {
  const farthest = new Map();
  for (const roof of roofs) {
    farthest.set(`${roof.device.id} ${roof.rate}`, roof);
  }
  return [...farthest.values()].map((roof) => {
    const [least] = x.domain();
    return svg`<line class=${`roof line-${roof.colour}`} x1=${x(least)} y1=${y(least * roof.rate)} x2=${x(roof.ridge)} y2=${y(roof.peak)}></line>`;
  });
}

/** The names at the right ends of the roofs, moved apart where they would cover each other. */
function roofNames(roofs, { x, y }, { width, margin, height, name }) {
  const labels = roofs.map((roof) => ({ roof, at: y(roof.peak), y: y(roof.peak) })).sort((a, b) => a.at - b.at);
  for (let i = 1; i < labels.length; i += 1) {
    labels[i].y = Math.max(labels[i].y, labels[i - 1].y + line);
  }
  for (let i = labels.length - 1, most = height - margin.bottom; i >= 0 && labels[i].y > most; i -= 1, most -= line) {
    labels[i].y = most;
  }
  const end = x.range()[1];
  return labels.map(({ roof, at, y: shown }) => svg`
    <path class=${`leader line-${roof.colour}`} d=${`M${end + 2} ${at}L${end + 12} ${shown}`}></path>
    <text class="note" x=${end + 16} y=${shown + 4}>${fit(name(roof), width - end - 16, 12)}</text>`);
}

/** Where there is no room beside the roofs, the names stand below the axis. */
function legend(roofs, top, name) {
  return roofs.map((roof, i) => svg`<line class=${`roof line-${roof.colour}`} x1="4" x2="22" y1=${top + i * line} y2=${top + i * line}></line>
    <text class="note" x="28" y=${top + 4 + i * line}>${name(roof)}</text>`);
}

const ridgeText = (roof) => `${formatNumber(roof.ridge)} ${roof.what}/byte`;

/** The ridge points that find room for their numbers; of the others these stand behind their names. */
function ridgeNames(roofs, { x, y }, { width, height, margin }) {
  const taken = roofs.flatMap((roof) => roofBoxes(roof, { x, y }));
  const bounds = { x: margin.left, y: margin.top - 16, width: width - margin.left, height: height - margin.top - margin.bottom + 16 };
  return placeLabels(roofs.map((roof) => ({ roof, x: x(roof.ridge), y: y(roof.peak), text: ridgeText(roof), brief: formatNumber(roof.ridge), size: bold })), taken, bounds);
}

/** The room that a roof takes: its ridge, its flat part, and its slope in pieces. */
function roofBoxes(roof, { x, y }) {
  const [left, right] = [x(roof.ridge), x.range()[1]];
  const [start] = x.range();
  const pieces = Math.ceil((left - start) / 8);
  const slope = Array.from({ length: pieces }, (_, i) => {
    const at = left - (i + 1) * 8;
    return { x: at, y: y(roof.rate * x.invert(at + 8)), width: 8, height: Math.max(y(roof.rate * x.invert(at)) - y(roof.rate * x.invert(at + 8)), 1) };
  });
  return [{ x: left - 5, y: y(roof.peak) - 5, width: 10, height: 10 }, { x: left, y: y(roof.peak) - 1, width: right - left, height: 2 }, ...slope];
}

function mark(roof, { x, y }, open) {
  const at = { x: x(roof.ridge), y: y(roof.peak) };
  const sparse = roof.compute.conditions.sparsity === "sparse";
  return {
    key: `${roof.device.id}-${roof.precision}`,
    kind: "ridge point",
    label: `${nameOf(roof)}, ${roof.precision.toUpperCase()}${roof.compute.conditions.sparsity === "unstated" ? "" : ` ${roof.compute.conditions.sparsity}`}: ridge at ${
      ridgeText(roof)}, peak ${roof.compute.value.text} over ${valueIn(roof.memory, roof.memory.value.unit, [])}`,
    x: at.x,
    y: at.y,
    box: around(at.x, at.y),
    open: () => open(roof),
    draw: svg`<line class=${`roof line-${roof.colour}`} stroke-dasharray=${sparse ? "6 4" : nothing} x1=${at.x} x2=${x.range()[1]} y1=${at.y} y2=${at.y}></line>
      <circle class=${`ridge line-${roof.colour}`} cx=${at.x} cy=${at.y} r="5"></circle>`,
  };
}

