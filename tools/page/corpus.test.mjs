// The corpus: files are dropped, tried, stored and found; what is stored, missing and in
// conflict is shown; and all of it with a keyboard alone.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { open } from "./harness.mjs";

const { it, server } = await open("corpus");
const key = server === null ? "" : await server.key("write");
const asksForKey = /\/v1\/documents\?dry_run=true/;

const text = (size) => `# Boats for a ${size}

### What is the keelson of a ${size} boat?
A beam above the keel, to which the frames of a ${size} boat are bolted.

### Who sails a ${size} boat at night?
`;

/** Drops files on the view, as a browser does it. */
function drop(page, files) {
  return page.evaluate((named) => {
    const transfer = new DataTransfer();
    named.forEach(([name, content]) => transfer.items.add(new File([content], name)));
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.querySelector(".corpus h1").dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }
  }, files);
}

const item = (page, path) => page.locator(".intake-item").filter({ has: page.getByText(path, { exact: true }) });

it("tries a file that is dropped, asks for a key, stores it, and it is found", async ({ page, visit, size, url, assertAccessible, assertStill, shot }) => {
  await visit("/corpus");
  const before = await page.locator(".corpus-sum").innerText();
  await drop(page, [[`${size}.md`, text(size)]]);
  await page.waitForURL("**/corpus?tab=add");
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Use it" }).click();
  const card = item(page, `${size}.md`);
  await card.getByText("New: 2 to add").waitFor();
  await card.getByText(`What is the keelson of a ${size} boat?`).waitFor();
  await card.getByText("100 % of the lines are accounted for: 2 questions.").waitFor();
  assert.equal(await page.locator(".corpus-sum").innerText(), before, "something is stored already");
  await assertAccessible();
  await assertStill();
  await shot("tried");
  await page.getByRole("button", { name: "Store it" }).click();
  await card.getByText("New: 2 added").waitFor();
  await page.getByText("Stored: 2 added").waitFor();
  await page.waitForFunction((sum) => document.querySelector(".corpus-sum").innerText !== sum, before);
  const found = await fetch(`${url}/v1/search?q=keelson+${size}`).then((answer) => answer.json());
  assert.equal(found.items[0].source.path, `${size}.md`);
  await card.getByRole("link", { name: "Open it" }).click();
  await page.waitForURL("**/documents/d_*");
}, { failing: [asksForKey] });

it("refuses what cannot be read with the reason and the fix, and takes files from the picker", async ({ page, visit, size, assertAccessible, shot }) => {
  await visit("/corpus?tab=add");
  await page.setInputFiles("#files", [
    { name: `${size}-broken.md`, mimeType: "", buffer: Buffer.from([65, 0, 66]) },
    { name: `${size}-empty.md`, mimeType: "", buffer: Buffer.from(" \n") },
    { name: `${size}-fine.md`, mimeType: "", buffer: Buffer.from("# Knots\n\n### What is a bowline?\nA loop that does not slip.\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n") },
  ]);
  await page.getByText("3 files: 1 to store, 2 not possible").waitFor();
  const broken = item(page, `${size}-broken.md`);
  await broken.getByText("there is a zero byte in it").waitFor();
  await item(page, `${size}-empty.md`).getByText("Send a document with text in it.").waitFor();
  await assertAccessible();
  await shot("refused");
  await item(page, `${size}-fine.md`).getByText("Store it under another path").click();
  const place = item(page, `${size}-fine.md`).getByLabel("Path");
  await place.fill(`knots/${size}.md`);
  await place.press("Enter");
  await item(page, `knots/${size}.md`).getByText("New: 1 to add").waitFor();
  await page.getByRole("button", { name: `Dismiss ${size}-empty.md` }).click();
  await page.getByText("2 files: 1 to store, 1 not possible").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal(await page.locator(".intake-item").count(), 0);
}, { key });

it("takes a folder, but for what it hides", async ({ page, visit }) => {
  const made = await mkdtemp(join(tmpdir(), "quarry-page-"));
  const folder = join(made, "logs");
  await mkdir(join(folder, ".git"), { recursive: true });
  await writeFile(join(folder, "one.md"), "### What is a log?\nA float that measures speed.\n");
  await writeFile(join(folder, ".git", "two.md"), "### Hidden?\nYes.\n");
  await visit("/corpus?tab=add");
  await page.setInputFiles("#folder", folder);
  await item(page, "logs/one.md").getByText("1 to add").waitFor();
  assert.equal(await page.locator(".intake-item").count(), 1);
  await rm(made, { recursive: true });
}, { key, sizes: ["desktop"] });

it("can be done with a keyboard alone", async ({ page, visit, size, keyboard, assertStill }) => {
  await visit("/corpus");
  await keyboard.press("a");
  await page.waitForURL("**/corpus?tab=add");
  await keyboard.tabTo("Paste text");
  await keyboard.press("Enter");
  await keyboard.type(`### What is the leech of a ${size} sail?\nIts edge behind.\n`);
  await keyboard.tabTo("Name", { back: true });
  await keyboard.press("Control+a");
  await keyboard.type(`sails/${size}.md`);
  await keyboard.press("Enter");
  await item(page, `sails/${size}.md`).getByText("New: 1 to add").waitFor();
  await keyboard.tabTo("Store it");
  await keyboard.press("Enter");
  await item(page, `sails/${size}.md`).getByText("New: 1 added").waitFor();
  await assertStill();
  await visit(`/corpus?q=sails/${size}`);
  await keyboard.tabTo(`Details of sails/${size}.md`);
  await keyboard.press("Enter");
  await keyboard.tabTo("Delete");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Delete sails/${size}.md?` }).waitFor();
  await keyboard.tabTo("Delete it");
  await keyboard.press("Enter");
  await page.getByText("No document is called so").waitFor();
  await keyboard.tabTo("Undo");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: `${size}.md` }).waitFor();
}, { key });

it("lists documents with their coverage, in an order and by a name that the address has", async ({ page, visit, settle, assertAccessible, assertStill, shot }) => {
  await visit("/corpus?sort=-entries");
  const rows = page.locator(".row.document");
  assert.equal(await rows.count(), 20);
  await assertAccessible();
  await assertStill();
  await shot("documents");
  const first = await rows.first().locator("h3").innerText();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".row.document").length === 40);
  await page.getByLabel("Filter by path or title").fill("cards/terms");
  await page.waitForURL("**/corpus?sort=-entries&q=cards%2Fterms");
  await page.waitForFunction(() => document.querySelectorAll(".row.document").length === 1);
  await page.getByRole("button", { name: /^Details of cards/ }).click();
  await page.getByText(/lines: .*in questions, facts and specs/).waitFor();
  await page.getByRole("link", { name: "Open in the reader" }).waitFor();
  await assertAccessible();
  await page.reload();
  await page.getByText(/lines: .*in questions, facts and specs/).waitFor();
  await page.goto("/corpus?sort=entries");
  await settle();
  assert.notEqual(await rows.first().locator("h3").innerText(), first);
});

it("shows gaps with what answers them elsewhere, takes an answer, and takes it back", async ({ page, visit, size, assertAccessible, shot }) => {
  const path = `gaps/${size}.md`;
  const content = `1. How many threads does a warp have on a ${size}?\n2. Who moored the ${size} barge in Trieste?\n`;
  const stored = await page.request.post("/v1/documents", { data: { path, content }, headers: { "X-API-Key": key, Prefer: "wait=20" } });
  assert.equal(stored.status(), 200);
  await visit("/corpus?tab=gaps");
  const gap = page.locator(".gap").filter({ hasText: `the ${size} barge` });
  await gap.waitFor();
  await assertAccessible();
  await shot("gaps");
  await gap.getByRole("button", { name: "Answer it" }).click();
  await gap.getByLabel("The answer").fill("The harbour master.");
  await gap.getByRole("button", { name: "Save the answer" }).click();
  await gap.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await gap.waitFor();
  await gap.getByRole("link", { name: path }).click();
  await page.waitForURL("**/documents/d_*#L2-L2");
}, { key });

it("shows conflicts side by side, and prefers a claim until that is taken back", async ({ page, visit, settle, assertAccessible, assertStill, shot }) => {
  await visit("/corpus?tab=conflicts");
  const conflict = page.locator(".conflict").first();
  assert.ok(await conflict.locator(".claim").count() >= 2);
  await assertAccessible();
  await assertStill();
  await shot("conflicts");
  await conflict.getByRole("button", { name: /^Prefer this/ }).first().click();
  await conflict.getByText("preferred", { exact: true }).waitFor();
  await conflict.getByRole("button", { name: "No longer prefer it" }).click();
  await conflict.getByText("preferred", { exact: true }).waitFor({ state: "detached" });
  await page.getByLabel("Only of this device").fill("H100 PCIe");
  await page.waitForURL("**/corpus?tab=conflicts&device=H100+PCIe");
  await settle();
  assert.ok((await page.locator(".conflict h3").allInnerTexts()).every((name) => name.startsWith("NVIDIA H100 PCIe")));
}, { key });

it("says how well the server is, and shows the jobs to who has a key", async ({ page, visit, assertAccessible, assertStill, shot }) => {
  await visit("/corpus?tab=health");
  await page.getByText("Searches by words").waitFor();
  await page.getByText("Index of words").waitFor();
  await assertAccessible();
  await assertStill();
  await shot("health");
  await page.locator(".row.job").first().waitFor();
  await page.getByRole("button", { name: "Make a backup" }).click();
  await page.getByText(/^The backup is /).waitFor();
}, { key });

it("is as narrow as the narrowest phone, in the dark too", async ({ page, visit, shot }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of ["documents", "add", "gaps", "conflicts", "health"]) {
    await visit(`/corpus?tab=${tab}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(beyond <= 0, `${tab} is ${beyond} px too wide`);
    await shot(`narrow-${tab}`);
  }
}, { sizes: ["phone"], scheme: "dark" });
