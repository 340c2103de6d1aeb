// Claims of one attribute over the years that documents state of the devices. It promises a
// point for each claim, and that what has no year is counted and never placed.
import { scaleLinear, scaleLog } from "./vendor/d3-scale.js";
import { ticksOf } from "./bars.js";
import { quantity, stated } from "./claims.js";
import { formatNumber, nothing, plural, svg } from "./dom.js";
import { around, hatching, placeLabels, widthOf } from "./plot.js";
import { boundsIn, groupBy, yearIn } from "./specs-data.js";

const margin = { top: 30, right: 16, bottom: 34, left: 64 };
const radius = 5;

/** The radius of the ring about a point whose sources disagree, which no name covers. */
const ring = radius + 3;

/** Names are mostly capitals and digits, which are as wide as letters of this size. */
const capitals = 13.5;
const colours = 8;

/** The claims of a panel that have a year and a number in the unit, and how many have no year. */
export function points(panel, years, unit, units) {
  const all = panel.groups.flatMap((group) => group.claims.map((claim) => {
    const bounds = boundsIn(claim, unit, units);
    const dated = years.get(claim.device.id) ?? years.get(claim.device.family);
    return { group, claim, dated, year: dated ? yearIn(dated) : null, value: bounds ? bounds.high ?? bounds.low : null, bounds };
  })).filter((point) => point.value !== null);
  return { placed: all.filter((point) => point.year !== null), undated: all.filter((point) => point.year === null) };
}

/** The scene of claims over years, for plot(). */
export function scatter(panel, { id, width, unit, units, log, years, byDevice, open }) {
  const { placed } = points(panel, years, unit, units);
  const keys = legendOf(placed, byDevice);
  const legend = legendRows(keys, width);
  const height = Math.round(Math.min(Math.max(width * 0.55, 300), 520));
  const isLog = log && placed.every((point) => point.value > 0);
  const scales = scalesOf(placed, { width, height, isLog });
  const spots = spread(placed, scales).sort((a, b) => a.x - b.x || a.y - b.y);
  return {
    id,
    kind: "scatter plot",
    label: `${panel.attribute.name} over years: ${plural(placed.length, "claim")} of ${
      plural(new Set(placed.map((point) => point.group.device.id)).size, "device")}, ${isLog ? "logarithmic" : "linear"} axis${unit && unit !== "1" ? ` in ${unit}` : ""}`,
    width,
    height: height + legend.room,
    defs: keys.map(({ colour }) => hatching(`${id}-hatch-${colour}`, colour)),
    back: svg`${axes(scales, { width, height, unit, name: panel.attribute.name })}${drawLegend(legend, height)}${names(spots, { width, height })}`,
    marks: spots.map((spot) => mark(spot, { id, keys, unit, byDevice, open })),
  };
}

function scalesOf(placed, { width, height, isLog }) {
  const years = placed.map((point) => point.year);
  const values = placed.map((point) => point.value);
  const most = Math.max(...values);
  const least = Math.min(...values);
  return {
    x: scaleLinear().domain([Math.min(...years) - 0.6, Math.max(...years) + 0.6]).range([margin.left, width - margin.right]),
    y: (isLog ? scaleLog().domain([least / 1.4, most * 1.4]) : scaleLinear().domain([Math.min(0, least), most]).nice())
      .range([height - margin.bottom, margin.top]),
  };
}

function axes({ x, y }, { width, height, unit, name }) {
  const bottom = height - margin.bottom;
  const [first, last] = [Math.ceil(x.domain()[0]), Math.floor(x.domain()[1])];
  const every = Math.ceil((last - first + 1) / Math.max((width - margin.left) / 44, 2));
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((year) => (year - first) % every === 0);
  return svg`
    ${ticksOf(y, 6).map((tick) => svg`<line class="grid" x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
      <text class="tick" x=${margin.left - 8} y=${y(tick) + 4} text-anchor="end">${formatNumber(tick)}</text>`)}
    ${years.map((year) => svg`<text class="tick" x=${x(year)} y=${bottom + 18} text-anchor="middle">${year}</text>
      <line class="grid" x1=${x(year)} x2=${x(year)} y1=${bottom} y2=${bottom + 4}></line>`)}
    <line class="base" x1=${margin.left} x2=${width - margin.right} y1=${bottom} y2=${bottom}></line>
    <text class="tick" x="2" y="12">${name}${unit && unit !== "1" ? `, ${unit}` : ""}</text>`;
}

/** Who has which colour: the makers, those with the most claims first, or the devices where few are chosen. */
function legendOf(placed, byDevice) {
  const groups = [...groupBy(placed, (point) => keyOf(point, byDevice))].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([name], i) => ({ name, colour: Math.min(i + 1, colours) }));
}

const keyOf = ({ group, claim }, byDevice) => (byDevice ? group.device.name : claim.device.vendor ?? "maker unknown");

const rowOfLegend = 18;
const widthOfKey = (key) => widthOf(key.name, capitals) + 26;

/** The names of the colours: at the right of the first line, or where they find no room there in rows below the axis. */
function legendRows(keys, width) {
  const shown = keys.length > colours ? [...keys.slice(0, colours - 1), { name: "others", colour: colours }] : keys;
  const total = shown.reduce((sum, key) => sum + widthOfKey(key), 0);
  if (total < width * 0.6) {
    return { rows: [shown], left: width - margin.right - total, room: 0 };
  }
  const rows = [[]];
  for (const key of shown) {
    const used = rows.at(-1).reduce((sum, one) => sum + widthOfKey(one), 0);
    if (used > 0 && used + widthOfKey(key) > width) {
      rows.push([]);
    }
    rows.at(-1).push(key);
  }
  return { rows, left: 4, room: rows.length * rowOfLegend + 8 };
}

const drawLegend = ({ rows, left, room }, height) => rows.map((row, i) => {
  let x = left;
  const y = room === 0 ? 8 : height + 8 + i * rowOfLegend;
  return row.map((key) => {
    const at = x;
    x += widthOfKey(key);
    return svg`<circle class=${`fill-${key.colour}`} cx=${at + 5} cy=${y} r="5"></circle><text class="tick" x=${at + 14} y=${y + 4}>${key.name}</text>`;
  });
});

/** Moves the points of a year that would cover each other apart, less than to the next year. */
function spread(placed, { x, y }) {
  const room = Math.min((x(1) - x(0)) * 0.4, 60);
  return [...groupBy(placed, (point) => point.year)].flatMap(([year, of]) => {
    const set = [];
    for (const point of [...of].sort((a, b) => b.value - a.value)) {
      const at = { ...point, y: y(point.value), x: x(year) };
      for (let step = 0; set.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 2 * radius) && step < 40; step += 1) {
        const shift = (Math.floor(step / 2) + 1) * 6 * (step % 2 === 0 ? 1 : -1);
        at.x = x(year) + Math.max(Math.min(shift, room), -room);
      }
      set.push(at);
    }
    return set;
  });
}

/** The name of each device once, beside its greatest point, where there is room. */
function names(spots, { width, height }) {
  const taken = spots.map((spot) => ({ x: spot.x - ring, y: spot.y - ring, width: 2 * ring, height: 2 * ring }));
  const firsts = [...groupBy([...spots].sort((a, b) => b.value - a.value), (spot) => spot.claim.device.id).values()].map(([spot]) => spot);
  const bounds = { x: margin.left, y: margin.top - 10, width: width - margin.left, height: height - margin.top - margin.bottom + 10 };
  return placeLabels(firsts.map((spot) => ({ x: spot.x, y: spot.y, text: withoutMaker(spot.claim.device), size: capitals })), taken, bounds)
    .map((label) => svg`<text class="note" x=${label.x} y=${label.y}>${label.text}</text>`);
}

const withoutMaker = ({ name, vendor }) => (vendor && name.startsWith(`${vendor} `) ? name.slice(vendor.length + 1) : name);

function mark(spot, { id, keys, unit, byDevice, open }) {
  const { claim, group } = spot;
  const { colour } = keys.find((key) => key.name === keyOf(spot, byDevice));
  const sparse = claim.conditions.sparsity === "sparse";
  const conditions = stated(claim.conditions).map(([, text]) => text);
  return {
    key: claim.id,
    kind: "point",
    label: [`${claim.device.name}, ${spot.year}: ${quantity(spot.bounds, unit, claim.value.qualifier)}`, ...conditions,
      claim.conflict_id ? "sources disagree" : "", `from ${claim.source.path}`].filter(Boolean).join(", "),
    x: spot.x,
    y: spot.y,
    box: around(spot.x, spot.y),
    open: () => open(group),
    draw: svg`<circle class=${sparse ? `point line-${colour}` : `point fill-${colour}`} cx=${spot.x} cy=${spot.y} r=${radius}
        fill=${sparse ? `url(#${id}-hatch-${colour})` : nothing} data-sparse=${sparse ? "" : nothing}></circle>
      ${claim.conflict_id ? svg`<circle class="quarrel" cx=${spot.x} cy=${spot.y} r=${ring}></circle>` : nothing}`,
  };
}
