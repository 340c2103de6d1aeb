// The view of specs: what is drawn, against what the API says; the claims behind a mark; units;
// files; and the keyboard.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { open } from "./harness.mjs";

const { it, server } = await open("specs");

const chosen = "h100,mi300x,b200,tpu-v5e";
const bandwidths = `/specs?devices=${chosen}&attribute=memory_bandwidth`;

const ask = async (path) => (await fetch(server.url + path)).json();
const marks = (page) => page.locator(".plot-picture [data-mark]");
const labels = (page) => marks(page).evaluateAll((all) => all.map((mark) => mark.getAttribute("aria-label")));

/** The text of a file that a click makes the page hand out. */
async function downloaded(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).first().click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Rows of comma-separated values as objects by their titles. */
function rowsOf(text) {
  const cells = text.trimEnd().split("\r\n").map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    .map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll("\"\"", "\""))));
  const [titles, ...rows] = cells;
  return rows.map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i]])));
}

it("draws the claim that leads of each device, the longest bar first", async ({ page, visit, shot }) => {
  await visit(bandwidths);
  const { rows } = await ask(`/v1/specs/compare?devices=${chosen}&attributes=memory_bandwidth&unit=TB/s`);
  const told = rows[0].cells.map((cell) => cell.best_claim).sort((a, b) => b.value.max - a.value.max);
  const said = await labels(page);
  assert.equal(said.length, told.length);
  told.forEach((claim, i) => assert.match(said[i], new RegExp(`: ${String(claim.value.max).replace(".", "\\.")} TB/s`)));
  const widths = await page.locator(".plot-picture rect.bar").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("width"))));
  const [longest] = widths;
  widths.forEach((width, i) => assert.ok(Math.abs((width / longest) - (told[i].value.max / told[0].value.max)) < 0.01, "bars are as long as their numbers"));
  assert.equal(await page.locator("#specs-table tbody tr").count(), told.length);
  await shot("bars");
});

it("shows both sides where sources disagree, with their lines", async ({ page, visit, keyboard, shot }) => {
  await visit(bandwidths);
  const mark = page.locator("[data-mark='nvidia-h100']");
  assert.match(await mark.getAttribute("aria-label"), /sources disagree from 3 TB\/s to 3\.35 TB\/s/);
  assert.equal(await mark.locator(".whisker").count(), 1);
  await mark.focus();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Memory bandwidth of NVIDIA H100" });
  await dialog.waitFor();
  const { items } = await ask("/v1/conflicts?device=h100&attribute=memory_bandwidth");
  const conflict = await ask(`/v1/conflicts/${items[0].id}`);
  assert.ok(conflict.claims.length > 1);
  const sides = await dialog.locator(".side").allInnerTexts();
  assert.equal(sides.length, 2);
  for (const claim of conflict.claims) {
    assert.ok(sides.some((side) => side.includes(claim.value.text) && side.includes(`${claim.source.path}:${claim.source.line_start}`)), `${claim.value.text} is shown`);
  }
  assert.match(await dialog.innerText(), /unstated: precision, sparsity, per, basis/);
  const link = dialog.locator(".side a").first();
  assert.match(await link.getAttribute("href"), /^\/documents\/d_\w+#L\d+$/);
  assert.ok(new URL(page.url()).searchParams.get("claims").startsWith("s_"), "the claims have an address");
  await shot("claims");
  await keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.mark), "nvidia-h100", "the focus is where it was");
  assert.equal(new URL(page.url()).searchParams.get("claims"), null);
});

it("opens the claims that an address names", async ({ page, visit }) => {
  const { items } = await ask("/v1/specs?device=h100&attribute=memory_bandwidth&conflict=true");
  await visit(`${bandwidths}&claims=${items[0].id}`);
  await page.getByRole("dialog", { name: "Memory bandwidth of NVIDIA H100" }).waitFor();
});

it("says where nothing is claimed instead of drawing a zero", async ({ page, visit }) => {
  await visit("/specs?devices=a100,tpu-v5e&attribute=compute_throughput&precision=fp16");
  const said = await labels(page);
  assert.ok(said.includes("Google TPU v5e: nothing is claimed of Compute throughput"), said.join("\n"));
  assert.equal(await page.locator(".plot-picture rect.bar").count(), 1);
});

it("hatches what counts on sparsity", async ({ page, visit }) => {
  await visit("/specs?devices=h100,mi300x&attribute=compute_throughput&precision=fp16&sparsity=sparse");
  const fills = await page.locator(".plot-picture rect.bar").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("fill")));
  assert.deepEqual(fills, ["url(#bars-0-hatch)", "url(#bars-0-hatch)"]);
  assert.ok((await labels(page)).every((label) => !label.includes("dense")));
});

it("shows everything in another unit, and keeps it in the address", async ({ page, visit, settle }) => {
  await visit(bandwidths);
  await page.getByRole("combobox", { name: "Unit" }).selectOption("GB/s");
  await settle();
  assert.equal(new URL(page.url()).searchParams.get("unit"), "GB/s");
  const said = await labels(page);
  assert.ok(said.some((label) => label.startsWith("NVIDIA B200: 8,000 GB/s")), said.join("\n"));
  assert.match(await page.locator("#specs-table").innerText(), /8,000 GB\/s/);
});

it("draws the ridge points at peak over bandwidth", async ({ page, visit, shot }) => {
  await visit("/specs?devices=mi300x,b200,a100&plot=roofline&precision=bf16");
  await shot("roofline");
  const { rows } = await ask("/v1/specs/compare?devices=mi300x,b200,a100&attributes=compute_throughput,memory_bandwidth&precision=bf16,none&view=full");
  const row = (id) => rows.find((one) => one.attribute.id === id && (id === "memory_bandwidth" || one.conditions.precision === "bf16"));
  const ridges = row("compute_throughput").cells.map((cell, i) =>
    cell.best_claim.normalized.max / row("memory_bandwidth").cells[i].best_claim.normalized.max);
  const said = (await labels(page)).map((label) => Number(/ridge at ([\d.,]+) FLOP\/byte/.exec(label)[1].replaceAll(",", "")));
  assert.equal(said.length, 3);
  for (const ridge of ridges) {
    assert.ok(said.some((one) => Math.abs(one / ridge - 1) < 0.001), `${ridge} is among ${said}`);
  }
  const file = await downloaded(page, "Table as CSV");
  rowsOf(file.text).forEach((one) => assert.ok(Math.abs(Number(one["operations per second"]) / Number(one["bytes per second"]) / Number(one["Ridge point"]) - 1) < 1e-9));
});

it("places each claim at the year that a document states", async ({ page, visit, shot }) => {
  await visit("/specs?devices=p100,v100,a100,h100&attribute=memory_bandwidth&plot=scatter");
  const { items: years } = await ask("/v1/specs?device=v100&attribute=release_year&limit=100");
  const stated = new Map(years.map((claim) => [claim.device.name, claim.value.max]));
  const said = (await labels(page)).filter((label) => label.includes("V100"));
  assert.ok(said.length > 2);
  for (const label of said) {
    const [, name, year] = /^(.+), (\d{4}): /.exec(label);
    assert.equal(Number(year), stated.get(name));
  }
  await shot("years");
});

it("hands out the picture and the table as files of their own", async ({ page, visit }) => {
  await visit(`${bandwidths}&unit=GB/s`);
  const table = await downloaded(page, "Table as CSV");
  assert.equal(table.name, "memory_bandwidth.csv");
  const rows = rowsOf(table.text);
  const h100 = rows.find((row) => row.Device === "NVIDIA H100");
  assert.equal(h100.greatest, "3350");
  assert.equal(h100.unit, "GB/s");
  assert.match(h100.Source, /\.md:\d+$/);
  assert.match(h100["sources disagree"], /3,000 GB\/s \(.+:\d+\)/);
  const picture = await downloaded(page, "Picture as SVG");
  assert.equal(picture.name, "memory_bandwidth.svg");
  const elsewhere = await page.context().newPage(); // where strings may be parsed
  const faults = await elsewhere.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const bars = [...parsed.querySelectorAll("rect[height='16']")];
    return {
      broken: parsed.querySelector("parsererror") !== null,
      foreign: parsed.querySelectorAll("[class], [style], [tabindex], script").length,
      undressed: bars.filter((bar) => !/^(rgb|url)/.test(bar.getAttribute("fill") ?? "")).length,
      bars: bars.length,
      variables: text.includes("var("),
    };
  }, picture.text);
  assert.deepEqual(faults, { broken: false, foreign: 0, undressed: 0, bars: 4, variables: false });
  assert.match(picture.text, /Sources: .*\.md/);
});

it("is used by the keyboard alone, from choosing a device to its claims", async ({ page, visit, settle, keyboard }) => {
  await visit("/specs");
  await keyboard.tabTo("#device-name");
  await keyboard.type("mi300x");
  await page.getByRole("option", { name: /MI300X/ }).first().waitFor();
  await keyboard.press("ArrowDown", "Enter");
  await page.waitForURL(/devices=amd-mi300x/);
  await settle();
  assert.equal((await keyboard.focused()).id, "device-name");
  await keyboard.type("h100");
  await page.getByRole("option", { name: /^NVIDIA H100 / }).first().waitFor();
  await keyboard.press("ArrowDown", "Enter");
  await page.waitForURL(/devices=amd-mi300x%2Cnvidia-h100/);
  await settle();
  await keyboard.tabTo(/^(AMD Instinct MI300X|NVIDIA H100): \d/);
  const seen = new Set();
  for (const key of ["Home", "ArrowDown", "ArrowRight"]) {
    await keyboard.press(key);
    seen.add((await keyboard.focused()).name);
  }
  assert.equal(seen.size, 2, "the arrow keys reach both bars");
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await keyboard.tabTo("Remove AMD Instinct MI300X", { back: true });
  await keyboard.press("Enter");
  await page.waitForURL(/devices=nvidia-h100$/);
});

it("begins with the devices that most is said of, and lists all that have an attribute", async ({ page, visit, settle }) => {
  await visit("/specs");
  assert.ok((await marks(page).count()) > 3);
  await page.getByRole("link", { name: /^All GPU/ }).click();
  await settle();
  await page.waitForFunction(() => document.querySelectorAll("[data-mark]").length > 20);
});

it("says what is wrong with an address, and how it goes on", async ({ page, visit }) => {
  await visit("/specs?devices=nvida-h100x,mi300x");
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /nvida-h100x/);
  await page.getByRole("button", { name: "nvidia-h100", exact: true }).click();
  await page.locator("[data-mark='nvidia-h100']").waitFor();
}, { failing: [/\/v1\/devices\/nvida/] });

for (const [name, path] of [["bars", bandwidths], ["years", "/specs?devices=p100,v100,a100,h100&attribute=memory_bandwidth&plot=scatter"], ["roofs", `/specs?devices=${chosen}&plot=roofline`], ["the beginning", "/specs"]]) {
  it(`is accessible in both schemes and shifts nothing: ${name}`, async ({ visit, assertAccessible, assertStill }) => {
    await visit(path);
    await assertStill();
    await assertAccessible();
  });
}

it("is accessible with the claims open", async ({ page, visit, assertAccessible }) => {
  await visit(bandwidths);
  await page.locator("[data-mark='nvidia-h100']").click();
  await page.getByRole("dialog").waitFor();
  await assertAccessible();
});
