// What is claimed, as the view of specs draws it. It promises that every number is one that
// the API answers, with the claims it rests on, and that what nothing is claimed of is there
// as an empty group rather than left out.
import { get } from "./api.js";

/** How many devices a comparison takes. */
export const mostCompared = 8;

const pageSize = 100;
const mostPages = 12;
const devicesPerRequest = 40;
const claimFields = [
  "id", "device", "attribute", "conditions", "value", "normalized", "confidence", "notes", "conflict_id",
  "preferred", "best", "source.document_id", "source.path", "source.line_start", "source.line_end",
];
const within = (prefix, names) => names.map((name) => prefix + name).join(",");

/** All items of a list, or of a very long one the first. */
async function everything(path, params, options) {
  const items = [];
  let cursor = "";
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await get(path, { ...params, limit: pageSize, cursor }, options);
    items.push(...answer.items);
    cursor = answer.next_cursor ?? "";
    if (cursor === "") {
      break;
    }
  }
  return items;
}

const kept = new Map();

/** Keeps what a lookup answers while the page is open; a failure is forgotten. */
function keep(key, look) {
  if (!kept.has(key)) {
    kept.set(key, look().catch((failure) => {
      kept.delete(key);
      throw failure;
    }));
  }
  return kept.get(key);
}

/** Devices that a name may mean, those first that are closest. */
export const devicesLike = async (name, options) =>
  (await get("/v1/devices", { q: name, claimed: true, limit: 8 }, options)).items;

/** One device by any of its names: { id, name }. */
export const deviceNamed = (name, options) =>
  get(`/v1/devices/${encodeURIComponent(name)}`, { fields: "id,name" }, options);

/**
 * What may be begun with: of each class of devices those of which the documents claim most,
 * by counts alone. A SKU stands back behind its family, whose claims hold its own.
 */
export async function presets(options) {
  const devices = await everything("/v1/devices", { claimed: true, view: "full" }, options);
  const ids = new Set(devices.map((device) => device.id));
  const heads = devices.filter((device) => !ids.has(device.family)).sort((a, b) => b.spec_count - a.spec_count);
  const classes = groupBy(heads, (device) => device.class || "unknown");
  return [...classes].map(([name, members]) => ({
    class: name,
    count: members.length,
    claims: members.reduce((sum, device) => sum + device.spec_count, 0),
    devices: members.slice(0, 6),
    vendors: [...groupBy(members.filter((one) => one.vendor), (one) => one.vendor)]
      .map(([vendor, of]) => ({ vendor, devices: of.slice(0, 6) })).filter((one) => one.devices.length > 1).slice(0, 4),
  })).filter((one) => one.devices.length > 1)
    .sort((a, b) => Number(a.class === "unknown") - Number(b.class === "unknown") || b.claims - a.claims);
}

/**
 * Which attributes devices have: [{ id, name, covered, claims, rows }], those first that most
 * of them have; a row is what one precision of it holds, { precision, unit, covered }.
 */
export async function overview(devices, options) {
  const rows = devices.length > 1 ? await comparedRows(devices, options) : await rowsOfOne(devices[0], options);
  const found = [...groupBy(rows, (row) => row.attribute.id)].map(([id, of]) => ({
    id,
    name: of[0].attribute.name,
    covered: Math.max(...of.map((row) => row.covered)),
    claims: of.reduce((sum, row) => sum + row.claims, 0),
    rows: of.map(({ precision, covered, unit }) => ({ precision, covered, unit })),
  }));
  return found.sort((a, b) => b.covered - a.covered || b.claims - a.claims || a.name.localeCompare(b.name));
}

async function comparedRows(devices, options) {
  const fields = "rows.attribute,rows.unit,rows.conditions,rows.cells.claim_count";
  const { rows } = await get("/v1/specs/compare", { devices, fields }, options);
  return rows.map((row) => ({
    attribute: row.attribute,
    precision: precisionOf(row),
    unit: row.unit,
    covered: row.cells.filter((cell) => cell.claim_count > 0).length,
    claims: row.cells.reduce((sum, cell) => sum + cell.claim_count, 0),
  }));
}

async function rowsOfOne(device, options) {
  const { specs } = await get(`/v1/devices/${encodeURIComponent(device)}`, { fields: "specs.attribute,specs.conditions,specs.value" }, options);
  const rows = groupBy(specs.filter(hasNumber), (claim) => `${claim.attribute.id} ${precisionOf(claim)}`);
  return [...rows.values()].map((claims) => ({
    attribute: claims[0].attribute, precision: precisionOf(claims[0]), unit: claims[0].value.unit, covered: 1, claims: claims.length,
  }));
}

/**
 * What is claimed of devices in attributes: panels of one attribute and precision each,
 * { key, attribute, precision, unit, groups, reason, comparable }. A group is a device with
 * the claim that leads, or null, and all claims; of no device chosen there is one for each
 * device that something is claimed of.
 */
export async function panelsOf(asked, options) {
  const { devices } = asked;
  if (devices.length > 1) {
    return comparePanels(asked, options);
  }
  const claims = devices.length === 1 ? await claimsOf(devices, asked, options) : await claimsOfAll(asked, options);
  const alone = devices.length === 1 ? await keep(`device ${devices[0]}`, () => deviceNamed(devices[0])) : null;
  return listPanels(claims.filter(hasNumber), alone);
}

async function comparePanels(asked, options) {
  const { devices, rows } = await get("/v1/specs/compare", {
    devices: asked.devices, attributes: asked.attributes, precision: asked.precision, sparsity: asked.sparsity,
    condition: asked.per ? `per:${asked.per}` : "", view: "full",
    fields: `devices,rows.attribute,rows.conditions,rows.unit,rows.ratios,rows.comparable,rows.reason,rows.cells.device_id,${
      within("rows.cells.best_claim.", claimFields)},${within("rows.cells.claims.", claimFields)}`,
  }, options);
  return rows.map((row, at) => ({
    key: `${row.attribute.id}-${precisionOf(row)}-${at}`,
    attribute: row.attribute,
    precision: precisionOf(row),
    unit: row.unit,
    comparable: row.comparable,
    reason: row.reason,
    groups: row.cells.map((cell, i) => ({
      device: devices[i], lead: cell.best_claim ?? null, claims: leadFirst(cell.claims, cell.best_claim), ratio: row.ratios[i],
    })),
  }));
}

/** The claim that leads stands first; the others as the API has them. */
const leadFirst = (claims, lead) => (lead ? [lead, ...claims.filter((claim) => claim.id !== lead.id)] : claims);

const filters = (asked) => ({
  attribute: asked.attributes, precision: asked.precision, sparsity: asked.sparsity, per: asked.per, class: asked.class,
});

const claimsOf = (devices, asked, options) => everything("/v1/specs", {
  ...filters(asked), device: devices, view: "full", fields: claimFields.join(","),
}, options);

/**
 * The best claim is told only of devices that are asked for: first which they are, then their
 * claims, at the precision that most of them have where none is asked for and not each.
 */
async function claimsOfAll(asked, options) {
  const found = await everything("/v1/specs", { ...filters(asked), view: "full", fields: "device.id,device.family,conditions" }, options);
  const precision = asked.precision || asked.eachPrecision ? asked.precision : commonest(found.map(precisionOf));
  const named = found.filter((claim) => precision === "" || asked.precision !== "" || precisionOf(claim) === precision);
  const families = groupBy(named, ({ device }) => device.family ?? device.id);
  const parts = [];
  for (const [family, claims] of [...families].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ids = [...new Set(claims.map(({ device }) => device.id))];
    if (parts.length === 0 || parts.at(-1).length + ids.length > devicesPerRequest) {
      parts.push([]);
    }
    parts.at(-1).push(...(ids.includes(family) ? [family] : ids));
  }
  return (await Promise.all(parts.map((ids) => claimsOf(ids, { ...asked, precision: precision ?? "" }, options)))).flat();
}

/** Panels of listed claims. A SKU's claims are its family's where the family has some of its own. */
function listPanels(claims, alone) {
  const rows = groupBy(claims, (claim) => `${claim.attribute.id}-${precisionOf(claim)}`);
  return [...rows].map(([key, of]) => {
    const ids = new Set(of.map((claim) => claim.device.id));
    const holder = ({ device }) => alone?.id ?? (ids.has(device.family) ? device.family : device.id);
    const groups = [...groupBy(of, holder)].map(([id, some]) => {
      const lead = some.find((claim) => claim.best) ?? some[0];
      const name = alone?.name ?? some.find((claim) => claim.device.id === id)?.device.name ?? lead.device.name;
      return { device: { id, name, vendor: lead.device.vendor }, lead, claims: leadFirst(some, lead), ratio: null };
    });
    return {
      key, attribute: of[0].attribute, precision: precisionOf(of[0]), unit: commonest(of.map((claim) => claim.value.unit)),
      comparable: null, reason: null, groups,
    };
  }).sort((a, b) => b.groups.length - a.groups.length || b.groups.flatMap((g) => g.claims).length - a.groups.flatMap((g) => g.claims).length);
}

/** The years that documents state of devices: a Map of ids to claims. */
export async function yearsOf(asked, options) {
  const params = { attributes: "release_year", devices: asked.devices, class: asked.class };
  const claims = params.devices.length > 0
    ? await claimsOf(params.devices, params, options)
    : await everything("/v1/specs", { ...filters(params), view: "full", fields: claimFields.join(",") }, options);
  const years = new Map();
  for (const claim of claims.filter(hasNumber).sort((a, b) => yearIn(a) - yearIn(b))) {
    for (const id of [claim.device.id, claim.device.family]) {
      if (id && (!years.has(id) || (claim.best && id === claim.device.id))) {
        years.set(id, claim);
      }
    }
  }
  return years;
}

/** The year that a claim states. */
export const yearIn = (claim) => claim.value.max ?? claim.value.min;

const kindsOf = (id) => keep(`attribute ${id}`, async () => {
  const { items } = await get("/v1/attributes", { q: id, view: "full", fields: "id,kinds", limit: pageSize });
  return items.find((one) => one.id === id)?.kinds ?? [];
});

/** The units that what panels hold may be shown in, the least first. */
export async function unitsFor(panels) {
  const symbols = [...new Set(panels.flatMap((panel) => panel.groups.flatMap((group) => group.claims.map((claim) => claim.value.unit))))]
    .filter(Boolean);
  if (symbols.length === 0) {
    return [];
  }
  const kinds = await Promise.all([...new Set(panels.map((panel) => panel.attribute.id))].map(kindsOf));
  const measures = kinds.some((some) => some.length === 0) ? [] : kinds.flat(); // of what a document brought nobody has said it
  const all = await keep(`units ${measures}`, () => everything("/v1/units", { measures, view: "full" }));
  const present = new Set(all.filter((unit) => symbols.includes(unit.symbol)).map((unit) => unit.base));
  return all.filter((unit) => [...present].some((base) => inBits(base) === inBits(unit.base)))
    .sort((a, b) => a.base.localeCompare(b.base) || a.factor - b.factor);
}

/** A rate of data converts between bits and bytes, eight to one: what the base unit counts for both. */
const inBits = (base) => (base === "B/s" ? "b/s" : base);

/** The bounds of a claim in a unit, { low, high }, null where a side is open; or null where it has none in it. */
export function boundsIn(claim, unit, units) {
  const { min, max } = claim.value;
  if ((claim.value.unit ?? null) === (unit ?? null)) {
    return { low: min, high: max };
  }
  const to = units.find((one) => one.symbol === unit);
  const base = claim.normalized?.unit;
  if (!to || !base || to.logarithmic || inBits(to.base) !== inBits(base)) {
    return null;
  }
  const bits = base === to.base ? 1 : base === "B/s" ? 8 : 1 / 8;
  const convert = (value) => (value === null ? null : Number((((value * bits) - to.offset) / to.factor).toPrecision(12)));
  return { low: convert(claim.normalized.min), high: convert(claim.normalized.max) };
}

/** The number format that a row or a claim is for, "none" where it names none. */
export const precisionOf = ({ conditions }) => conditions.precision ?? "none";

const hasNumber = (claim) => claim.value.min !== null || claim.value.max !== null;

/** Things by what they have in common, in the order of the first of each. */
export function groupBy(things, key) {
  const groups = new Map();
  for (const thing of things) {
    const name = key(thing);
    groups.set(name, [...(groups.get(name) ?? []), thing]);
  }
  return groups;
}

/** What stands most often in a list. */
export function commonest(things) {
  return [...groupBy(things, (thing) => thing)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
