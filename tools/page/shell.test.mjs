// The frame: navigation, the colours, single keys, and addresses that lead to a state.
import assert from "node:assert/strict";

import { open } from "./harness.mjs";

const { it, server } = await open("shell");

const views = { Search: "/", Study: "/study", Specs: "/specs", Corpus: "/corpus" };

it("leads to every view, and says which one is shown", async ({ page, visit, settle, keyboard }) => {
  await visit("/");
  for (const [name, path] of Object.entries(views).reverse()) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
    await settle();
    assert.match(await page.title(), /Quarry$/);
    assert.equal(await page.locator("#nav [aria-current=page]").innerText(), name);
    const focused = await keyboard.focused();
    assert.equal(focused.tag, "h1", `the focus is on ${JSON.stringify(focused)}`);
  }
});

it("is accessible on every view and shifts nothing", async ({ visit, assertAccessible, assertStill, shot }) => {
  for (const [name, path] of Object.entries(views)) {
    await visit(path);
    await assertAccessible();
    await assertStill();
    await shot(name.toLowerCase());
  }
});

it("can be used by the keyboard alone", async ({ page, visit, keyboard }) => {
  await visit("/study");
  await keyboard.tabTo("Skip to content");
  await keyboard.press("Enter");
  assert.equal((await keyboard.focused()).id, "view");
  await keyboard.tabTo("#help", { back: true });
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await keyboard.press("Escape");
  assert.equal((await keyboard.focused()).id, "help");
  await keyboard.tabTo("Corpus", { back: true });
  await keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/corpus");
});

it("keeps the colours that were chosen", async ({ page, visit }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await visit("/");
  const light = await paper();
  await page.getByRole("button", { name: "Colours: as your system" }).click();
  await page.getByRole("button", { name: "Colours: light" }).click();
  await page.getByRole("button", { name: "Colours: dark" }).waitFor();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark);
});

it("leaves single keys off once they are switched off", async ({ page, visit, keyboard }) => {
  await visit("/corpus");
  await keyboard.press("?");
  await page.getByRole("checkbox", { name: "Single keys act" }).uncheck();
  await keyboard.press("Escape", "?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.reload();
  await page.locator("#view h1").waitFor();
  await keyboard.press("?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Keys and help" }).click();
  await page.getByRole("checkbox", { name: "Single keys act" }).check();
  await keyboard.press("Escape", "?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
}, { sizes: ["desktop"] });

it("goes back and forth through the views, and to where each was scrolled", async ({ page, visit, settle }) => {
  await visit("/corpus");
  await page.evaluate(() => {
    document.querySelector("#view").style.minHeight = "4000px"; // there is room to scroll in, whatever a view shows
    window.scrollTo(0, 700);
  });
  await page.evaluate(() => document.querySelector("#nav a[href='/specs']").click()); // the driver would scroll
  await page.waitForURL("**/specs");
  await settle();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await page.goBack();
  await page.waitForURL("**/corpus");
  await page.waitForFunction(() => window.scrollY === 700);
  await page.goForward();
  await page.waitForFunction(() => document.title.startsWith("Specs"));
  assert.equal(new URL(page.url()).pathname, "/specs");
});

it("is narrower than the narrowest phone", async ({ page, visit }) => {
  for (const path of Object.values(views)) {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(path);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(beyond <= 0, `${path} is ${beyond} px too wide`);
  }
}, { sizes: ["phone"] });

it("says how far a start is, and goes on by itself", async ({ page, visit, assertAccessible, assertStill, shot }) => {
  let done = 12;
  await page.route("**/readyz", (route) => (done >= 41 ? route.fulfill({ json: { status: "ready", reasons: [], followers: [] } }) : route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    json: { title: "The server is not ready", code: "not_ready", detail: "not ready: reading", fixes: [], followers: [{ name: "starter", ready: false, done, total: 41 }] },
  })));
  await visit("/corpus");
  await page.locator(".banner").getByText("12 of 41").waitFor();
  assert.equal(await page.getByRole("progressbar", { name: "Reading the starter corpus" }).getAttribute("value"), "12");
  await assertAccessible();
  await shot("starting");
  done = 30;
  await page.locator(".banner").getByText("30 of 41").waitFor();
  done = 41;
  await page.locator(".banner").waitFor({ state: "detached" });
  await page.locator("#view h1").waitFor();
  await assertStill();
}, { failing: [/readyz/] });

it("asks for a key once, and puts it nowhere but into its tab", async ({ page, visit, keyboard, assertAccessible, shot }) => {
  await visit("/");
  const answers = page.evaluate(async () => {
    const { send } = await import("/assets/api.js");
    const body = { path: "a.md", content: "# A\n\nA kiln is an oven." };
    const jobs = await Promise.all([0, 1].map(() => send("POST", "/v1/documents", body, { params: { dry_run: true }, headers: { Prefer: "wait=20" } })));
    return jobs.map(({ state }) => state);
  });
  await page.getByRole("dialog", { name: "A key is needed" }).waitFor();
  await assertAccessible();
  await shot("key");
  await keyboard.type("no such key");
  await keyboard.press("Enter");
  await page.getByText(/no such key/).waitFor();
  const key = await server.key("write");
  await keyboard.type(key);
  await keyboard.press("Enter");
  assert.deepEqual(await answers, ["done", "done"]);
  const kept = await page.evaluate(() => [sessionStorage["quarry.key"], JSON.stringify(localStorage), document.cookie, window.location.href]);
  assert.equal(kept[0], key);
  assert.ok(kept.slice(1).every((text) => !text.includes(key)), "the key stands elsewhere too");
}, { failing: [/dry_run/] });

it("shows notes that can be undone, and is accessible with them", async ({ page, visit, assertAccessible, shot }) => {
  await visit("/corpus");
  await page.evaluate(async () => {
    const { toast } = await import("/assets/dom.js");
    toast("Deleted notes/gpu.md.", { action: { label: "Undo", run: () => document.body.setAttribute("data-undone", "") } });
  });
  const note = page.getByRole("status").filter({ hasText: "Deleted" });
  await note.waitFor();
  await assertAccessible();
  await shot("note");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("body[data-undone]").waitFor();
  assert.equal(await page.locator(".toast").count(), 0);
});

it("says when the server is gone, and draws anew when it is there again", async ({ page, context, visit, shot }) => {
  await visit("/corpus");
  await context.setOffline(true);
  await page.locator(".banner").getByText("The server does not answer").waitFor();
  await shot("offline");
  await context.setOffline(false);
  await page.locator(".banner").waitFor({ state: "detached" });
  await page.locator("#view h1").waitFor();
}, { failing: [/./] });
