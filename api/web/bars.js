// Bars of one attribute over devices, the longest first. They promise to begin at zero, to show
// how far sources disagree, and to say where nothing is claimed instead of drawing a zero.
import { scaleLinear, scaleLog } from "./vendor/d3-scale.js";
import { disputed, isDisputed, quantity, shared, stated, valueIn } from "./claims.js";
import { formatNumber, nothing, plural, svg } from "./dom.js";
import { fit, hatching, widthOf } from "./plot.js";
import { boundsIn } from "./specs-data.js";

/** Below this width the names stand above the bars. */
const narrow = 560;
const thickness = 16;
const axisRoom = 30;

/** Bold letters are as wide as those of this size. */
const bold = 15;

/** From this ratio of the greatest to the least value on a log axis is offered. */
const wide = 20;

/** Groups with what is drawn of each: { group, reach, low, range, whisker }, the longest first. */
export function measured(panel, unit, units) {
  return panel.groups.map((group) => {
    const bounds = group.lead ? boundsIn(group.lead, unit, units) : null;
    const spread = disputed(group).map((claim) => boundsIn(claim, unit, units)).filter((one) => one !== null)
      .flatMap(({ low, high }) => [low ?? high, high ?? low]);
    return {
      group,
      reach: bounds === null ? null : bounds.high ?? bounds.low,
      bounds,
      whisker: spread.length > 1 ? { low: Math.min(...spread), high: Math.max(...spread), at: [...new Set(spread)] } : null,
    };
  }).sort((a, b) => (b.reach ?? -Infinity) - (a.reach ?? -Infinity));
}

/** Whether the values of a panel lie so far apart that a log axis shows more, and can be on one. */
export function suitsLog(panel, unit, units) {
  const values = measured(panel, unit, units).map((one) => one.reach).filter((value) => value !== null);
  return values.length > 1 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= wide;
}

/** The scene of a panel, for plot(). */
export function bars(panel, { id, width, unit, units, log, open }) {
  const found = measured(panel, unit, units);
  const alike = new Set(shared(found.filter((row) => row.group.lead).map((row) => row.group.lead)).map(([axis]) => axis));
  const layout = layoutOf(found, { width, unit, log });
  const { rows, height } = stacked(found.map((row) => ({ ...row, words: badgesOf(row.group, alike) })), layout);
  return {
    id,
    kind: log ? "dot plot" : "bar chart",
    label: `${panel.attribute.name} of ${plural(rows.length, "device")}${unit && unit !== "1" ? ` in ${unit}` : ""}, ${
      log ? "on a logarithmic axis" : "from zero"}, the greatest first`,
    width,
    height,
    defs: hatching(`${id}-hatch`),
    back: axis(layout, height, unit),
    marks: rows.map((row) => bar(row, { layout, id, unit, units, open, name: panel.attribute.name, log, width })),
  };
}

/** Rows below each other: one whose conditions stand below the name is higher. */
function stacked(rows, { top, isNarrow }) {
  let y = top;
  const placed = rows.map((row) => {
    const at = y;
    const tall = isNarrow ? 54 : row.words.length > 0 ? 42 : 28;
    y += tall;
    return { ...row, y: at, tall };
  });
  return { rows: placed, height: y + axisRoom };
}

function layoutOf(rows, { width, unit, log }) {
  const isNarrow = width < narrow;
  const left = isNarrow ? 2 : Math.min(Math.max(...rows.map((row) => widthOf(row.group.device.name))) + 16, width * 0.34);
  const room = Math.max(...rows.map((row) => (row.bounds === null ? 0 : widthOf(quantity(row.bounds, unit, row.group.lead.value.qualifier), bold))), 60) + 14;
  const ends = rows.flatMap((row) => [row.reach, row.bounds?.low, row.whisker?.high, row.whisker?.low]).filter((value) => value !== null && value !== undefined);
  const most = Math.max(...ends, log ? -Infinity : 0);
  const least = Math.min(...ends, log ? Infinity : 0);
  const scale = (log
    ? scaleLog().domain([least / 1.5, most * 1.1])
    : scaleLinear().domain([least, most === least ? least + 1 : most])).range([left, width - room]);
  return { left, right: width - room, top: 8, isNarrow, scale, origin: log ? left : scale(0) };
}

function axis({ scale, left, right, top, origin }, height, unit) {
  const count = Math.max(Math.floor((right - left) / 90), 2);
  const ticks = ticksOf(scale, count);
  const bottom = height - axisRoom + 6;
  return svg`${ticks.map((tick) => svg`
      <line class="grid" x1=${scale(tick)} x2=${scale(tick)} y1=${top} y2=${bottom}></line>
      <text class="tick" x=${scale(tick)} y=${bottom + 15} text-anchor="middle">${formatNumber(tick)}</text>`)}
    <line class="base" x1=${origin} x2=${origin} y1=${top} y2=${bottom}></line>
    ${unit && unit !== "1" ? svg`<text class="tick" x=${right + 10 + widthOf(formatNumber(ticks.at(-1)), 12) / 2} y=${bottom + 15}>${unit}</text>` : nothing}`;
}

/** Ticks that find room: of a log axis the powers of ten, with 3, or 2 and 5, between them where few are there. */
export function ticksOf(scale, count) {
  if (scale.base === undefined) {
    return scale.ticks(count);
  }
  const [least, most] = scale.domain();
  const decades = Array.from({ length: Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least)) + 1 }, (_, i) => Math.floor(Math.log10(least)) + i);
  const leading = (digits) => decades.flatMap((decade) => digits.map((digit) => Number(`${digit}e${decade}`)))
    .filter((tick) => tick >= least && tick <= most);
  const fitting = [[1, 2, 5], [1, 3]].map(leading).find((ticks) => ticks.length <= count);
  const powers = leading([1]);
  const every = Math.ceil(powers.length / count);
  return fitting ?? powers.filter((_, i) => i % every === 0);
}

function bar(row, { layout, id, unit, units, open, name, log, width }) {
  const { group, words, y } = row;
  const top = y + (layout.isNarrow ? 26 : 6);
  const middle = top + thickness / 2;
  const caption = layout.isNarrow
    ? captionAbove(group, words, y, width)
    : captionBeside(group, words, y, layout);
  return {
    key: group.device.id,
    kind: log ? "dot" : "bar",
    label: labelOf(row, { name, unit, units }),
    x: layout.left,
    y: middle,
    box: { x: 1, y: y + 1, width: width - 2, height: row.tall - 2 },
    open: group.lead === null ? null : () => open(group),
    draw: svg`${caption}${row.reach === null ? missing(row, layout, middle) : svg`
      ${log ? dot(row, layout, middle, id) : block(row, layout, top, id)}
      ${row.whisker === null ? nothing : whisker(row.whisker, layout.scale, middle)}
      <text class="value" x=${layout.scale(Math.max(row.reach, row.whisker?.high ?? row.reach, log ? row.reach : 0)) + 8} y=${middle + 4.5}>${
        quantity(row.bounds, unit, group.lead.value.qualifier)}</text>`}`,
  };
}

const missing = (row, layout, middle) => svg`<text class="none" x=${layout.origin + 6} y=${middle + 4.5}>${
  row.group.lead === null ? "nothing is claimed" : `${row.group.lead.value.text}, in no unit of this axis`}</text>`;

function block(row, { scale, origin }, top, id) {
  const ends = [row.bounds.low ?? row.reach, row.reach].map((value) => scale(value));
  const x = Math.min(origin, ends[1]);
  const sparse = row.group.lead.conditions.sparsity === "sparse";
  const isRange = row.bounds.low !== null && row.bounds.high !== null && row.bounds.low !== row.bounds.high;
  return svg`<rect class=${isRange ? "range" : "bar"} x=${x} y=${top} width=${Math.max(Math.abs(ends[1] - origin), 1)} height=${thickness}
      fill=${sparse ? `url(#${id}-hatch)` : nothing} data-sparse=${sparse ? "" : nothing}></rect>
    ${isRange ? svg`<rect class="bar" x=${origin} y=${top} width=${Math.max(ends[0] - origin, 1)} height=${thickness}></rect>` : nothing}`;
}

function dot(row, { scale, left }, middle, id) {
  const sparse = row.group.lead.conditions.sparsity === "sparse";
  return svg`<line class="stem" x1=${left} x2=${scale(row.reach)} y1=${middle} y2=${middle}></line>
    <circle class="bar" cx=${scale(row.reach)} cy=${middle} r="6" fill=${sparse ? `url(#${id}-hatch)` : nothing} data-sparse=${sparse ? "" : nothing}></circle>`;
}

const whisker = ({ low, high, at }, scale, middle) => svg`
  <path class="whisker" d=${`M${scale(low)} ${middle}H${scale(high)}M${scale(low)} ${middle - 6}v12M${scale(high)} ${middle - 6}v12`}></path>
  ${at.map((value) => svg`<circle class="witness" cx=${scale(value)} cy=${middle} r="2.5"></circle>`)}`;

/** What the claim that leads depends on, other than what all of the panel do. */
function badgesOf(group, alike) {
  if (group.lead === null) {
    return [];
  }
  const of = group.lead.device.id === group.device.id ? [] : [{ text: shorter(group.lead.device.name, group.device.name) }];
  const told = stated(group.lead.conditions).filter(([axis]) => !alike.has(axis) && axis !== "precision").map(([, text]) => ({ text }));
  const quarrel = isDisputed(group) ? [{ text: disputed(group).length > 0 ? "sources disagree" : "others disagree", kind: "bad" }] : [];
  return [...quarrel, ...of, ...told];
}

/** The name of a SKU without the words that its family's has too: "SXM" of an "H100 SXM". */
export function shorter(name, family) {
  const known = new Set(family.toLowerCase().split(/\s+/));
  const left = name.split(/\s+/).filter((word) => !known.has(word.toLowerCase()));
  return left.length === 0 ? name : left.join(" ");
}

function captionBeside(group, words, y, { left }) {
  const room = left - 10;
  return svg`<text class="name" x=${room} y=${y + 18} text-anchor="end">${fit(group.device.name, room)}</text>
    ${pills(words, { right: room, y: y + 23, room: room - 2 })}`;
}

function captionAbove(group, words, y, width) {
  const name = fit(group.device.name, width - 10);
  const at = widthOf(name) + 14;
  return svg`<text class="name" x="2" y=${y + 18}>${name}</text>${pills(words, { left: at, y: y + 6, room: width - at - 4 })}`;
}

const pillHeight = 15;

/** Small labels in a row, as many as find room. */
function pills(words, { left, right, y, room }) {
  const widths = words.map(({ text }) => widthOf(text, 10.5) + 10);
  let used = 0;
  const shown = words.map((word, i) => ({ ...word, width: widths[i] })).filter(({ width }) => {
    const fits = used + width <= room;
    used += fits ? width + 4 : 0;
    return fits;
  });
  let x = left ?? right - used + 4;
  return shown.map(({ text, kind = "", width }) => {
    const at = x;
    x += width + 4;
    return svg`<rect class=${`pill ${kind}`} x=${at} y=${y} width=${width} height=${pillHeight} rx="3"></rect>
      <text class=${`pill-text ${kind}`} x=${at + width / 2} y=${y + 11} text-anchor="middle">${text}</text>`;
  });
}

/** What a mark says to who does not see it. */
function labelOf(row, { name, unit, units }) {
  const { group, words } = row;
  if (group.lead === null) {
    return `${group.device.name}: nothing is claimed of ${name}`;
  }
  const quarrel = row.whisker === null ? "" : `, sources disagree from ${quantity({ low: row.whisker.low, high: row.whisker.low }, unit)} to ${
    quantity({ low: row.whisker.high, high: row.whisker.high }, unit)}`;
  const conditions = words.filter((word) => word.kind !== "bad").map((word) => word.text).join(", ");
  return `${group.device.name}: ${valueIn(group.lead, unit, units)}${conditions ? `, ${conditions}` : ""}${quarrel}; ${
    plural(group.claims.length, "claim")}`;
}
