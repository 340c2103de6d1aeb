// The search and the reader: what is asked while somebody types, filters, the cited lines
// beside the hits and alone, and that an address brings all of it back.
import assert from "node:assert/strict";

import { open } from "./harness.mjs";

const { it, server } = await open("search");

const hits = (page) => page.locator(".hit");
const box = (page) => page.getByRole("searchbox");
const isPhone = (size) => size === "phone";
const parameter = (page, name) => new URL(page.url()).searchParams.get(name);

/** The searches that the page has asked for since. */
function searches(page) {
  const asked = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/v1/search") {
      asked.push(url.searchParams.get("q"));
    }
  });
  return asked;
}

/** Waits until the hits are those of the address. */
const found = (page) => page.locator(".found[aria-busy=false]").waitFor();

/** Types a search and waits for its hits. */
async function search(page, q) {
  await box(page).fill(q);
  await page.waitForURL((url) => url.searchParams.get("q") === q);
  await found(page);
}

async function openFilters(page) {
  const summary = page.locator(".filters > summary");
  if (await summary.isVisible() && !await page.locator(".filters").evaluate((one) => one.open)) {
    await summary.click();
  }
}

it("welcomes with what is here, examples of a seed, topics and what was searched for", async ({ page, visit, settle, assertAccessible, assertStill, shot }) => {
  await visit("/");
  await page.getByText(/\d+ questions/).waitFor();
  const examples = page.locator(".example > a");
  assert.equal(await examples.count(), 4);
  await page.locator(".topics-room a").first().waitFor();
  await assertAccessible();
  await assertStill();
  await shot("welcome");
  const first = await examples.first().innerText();
  await page.getByRole("link", { name: "Other questions" }).click();
  await page.waitForURL(/seed=/);
  await settle();
  await page.waitForFunction((text) => document.querySelector(".example > a").innerText !== text, first);
  const drawn = await examples.allInnerTexts();
  await page.reload();
  await settle();
  assert.deepEqual(await examples.allInnerTexts(), drawn, "a seed draws the same questions each time");
  await examples.first().click();
  await hits(page).first().waitFor();
  assert.match(await hits(page).first().innerText(), new RegExp(drawn[0].slice(0, 20).replaceAll(/[^\w ]/g, ".")));
  await page.locator(".hit-link").first().click();
  await visit("/");
  await page.getByRole("link", { name: drawn[0], exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Forget these" }).click();
  assert.equal(await page.getByRole("heading", { name: "Lately" }).count(), 0);
});

it("asks once for a pause in the typing, and puts what is asked into the address", async ({ page, visit }) => {
  await visit("/");
  const asked = searches(page);
  await box(page).evaluate((input) => { // at once, however slow the machine is
    for (const letter of "roofline") {
      input.value += letter;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await hits(page).first().waitFor();
  assert.deepEqual(asked, ["roofline"]);
  assert.equal(parameter(page, "q"), "roofline");
  await page.waitForFunction(() => /\d+ hits?/.test(document.getElementById("announcer").textContent));
});

it("never shows an older answer in the place of a newer one", async ({ page, visit }) => {
  await visit("/");
  let release = () => {};
  await page.route(/\/v1\/search\?.*q=warp(&|$)/, async (route) => {
    await new Promise((resolve) => {
      release = resolve;
    });
    await route.continue().catch(() => {});
  });
  await box(page).fill("warp");
  await page.waitForURL(/q=warp/);
  await search(page, "NVLink");
  const shown = await hits(page).allInnerTexts();
  release();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(await hits(page).allInnerTexts(), shown);
});

it("narrows to several values at once, and says how many each would bring", async ({ page, visit, assertAccessible }) => {
  await visit("/?q=memory+bandwidth");
  await openFilters(page);
  const kind = page.getByRole("group", { name: "Kind" });
  await kind.getByRole("button", { name: /Questions/ }).click();
  await page.waitForURL(/kind=question/);
  await found(page);
  assert.deepEqual(new Set(await page.locator(".hit .kind").allInnerTexts()), new Set(["Question"]));
  assert.doesNotMatch(await kind.getByRole("button", { name: /Facts/ }).innerText(), / 0$/, "the other kinds are counted still");
  await kind.getByRole("button", { name: /Facts/ }).click();
  await page.getByRole("group", { name: "Level" }).getByRole("button", { name: /Hard/ }).click();
  await page.waitForURL((url) => url.searchParams.get("kind") === "question,fact" && url.searchParams.get("difficulty") === "hard");
  await found(page);
  assert.deepEqual(new Set(await page.locator(".hit .level").allInnerTexts().then((all) => all.map((one) => one.replace("≈ ", "")))), new Set(["hard"]));
  await page.getByRole("button", { name: "By document…" }).click();
  await page.getByRole("group", { name: "Document" }).getByRole("button").first().click();
  await page.waitForURL(/document=/);
  await found(page);
  await assertAccessible();
  const path = parameter(page, "document");
  assert.deepEqual(new Set((await page.locator(".hit-where > a.mono").allInnerTexts()).map((text) => text.split(":")[0])), new Set([path]));
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has("document"));
  await page.reload();
  await found(page);
  await openFilters(page);
  assert.equal(await kind.getByRole("button", { pressed: true }).count(), 2);
  await page.getByRole("button", { name: "Clear 3 filters" }).click();
  await page.waitForURL((url) => !url.searchParams.has("kind"));
});

it("shows hits that are accessible and stand still", async ({ visit, assertAccessible, assertStill, shot }) => {
  await visit("/?q=H100+NVL+memory+bandwidth&kind=spec");
  await assertAccessible();
  await assertStill();
  await shot("hits");
});

it("opens the cited lines beside a hit, marked and in sight, and says that they are verified", async ({ page, visit, settle, size, assertAccessible, shot }) => {
  await visit("/?q=H100+NVL+memory+bandwidth&kind=spec");
  const link = page.locator(".hit-link").first();
  await link.click();
  await page.waitForURL(/open=s_/);
  await settle();
  const mark = page.locator(".reader .line.cited mark").first();
  await mark.waitFor();
  await page.locator(".reader .verified", { hasText: "✓ verified" }).waitFor();
  const place = await mark.boundingBox();
  const { height } = page.viewportSize();
  assert.ok(place.y > 0 && place.y + place.height < height, `the mark is at ${place.y} of ${height}`);
  assert.match(await mark.innerText(), /TB\/s/, "the span is marked, not the whole line");
  await assertAccessible();
  await shot("reader");
  await page.reload();
  await settle();
  await mark.waitFor();
  if (isPhone(size)) {
    assert.equal(await page.locator(".found").evaluate((found) => found.inert), true, "what the sheet covers cannot be reached");
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("open"));
    assert.equal(await page.locator(".reader").count(), 0);
  } else {
    await page.getByRole("button", { name: "← Hits" }).click();
    await page.waitForURL((url) => !url.searchParams.has("open"));
    assert.equal(await page.evaluate(() => document.activeElement.className), "hit-link");
  }
});

it("is used by the keyboard alone", async ({ page, visit, keyboard, settle }) => {
  await visit("/");
  await keyboard.press("/");
  assert.equal((await keyboard.focused()).id, "q");
  await keyboard.type("bank conflicts");
  await page.waitForURL(/q=bank\+conflicts/);
  await settle();
  await hits(page).first().waitFor();
  await keyboard.press("ArrowDown", "ArrowDown");
  const second = await page.locator(".hit-link").nth(1).innerText();
  assert.equal((await keyboard.focused()).name, second.replaceAll(/\s+/g, " "));
  await keyboard.press("Enter");
  await settle();
  assert.equal((await keyboard.focused()).id, "reader-title");
  await page.locator(".line.cited").first().waitFor();
  await keyboard.tabTo(/^Line \d+$/);
  await keyboard.press("Enter", "Shift+ArrowDown", "Shift+ArrowDown");
  await page.waitForURL(/#L\d+-L\d+$/);
  const [, first, last] = /#L(\d+)-L(\d+)$/.exec(page.url());
  assert.equal(last - first, 2);
  await keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("open"));
  assert.equal((await keyboard.focused()).name, second.replaceAll(/\s+/g, " "));
  await keyboard.press("Escape");
  assert.equal((await keyboard.focused()).id, "q");
});

it("shows the next hit in the reader as the focus walks on", async ({ page, visit, settle, keyboard }) => {
  await visit("/?q=tensor+cores");
  await page.locator(".hit-link").first().click();
  await settle();
  const first = parameter(page, "open");
  await page.locator(".hit-link").first().focus();
  await keyboard.press("j");
  await page.waitForURL((url) => url.searchParams.get("open") !== first);
  await settle();
  assert.equal(await page.locator(".hit.current").count(), 1);
  await page.locator(".line.cited").first().waitFor();
}, { sizes: ["desktop"] });

it("says why a hit was found", async ({ page, visit, assertAccessible }) => {
  await visit("/?q=roofline+model");
  const why = page.getByRole("button", { name: "Why" }).first();
  await why.click();
  assert.equal(await why.getAttribute("aria-expanded"), "true");
  const text = await page.locator(".why:visible").innerText();
  assert.match(text, /Its words put it at place \d/);
  assert.match(text, /Words that matched here: .*roofline/);
  await assertAccessible();
});

it("puts slips right, and can search for what was written instead", async ({ page, visit, settle }) => {
  await visit("/?q=rofline");
  await page.getByText("Showing what was found for roofline.").waitFor();
  await page.getByRole("link", { name: "rofline", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === "\"rofline\"");
  await settle();
  await page.getByText("Nothing here has it").waitFor();
  await page.getByRole("link", { name: "Search without quotes and minuses" }).click();
  await hits(page).first().waitFor();
});

it("brings more hits, and has them again when the page is loaded anew", async ({ page, visit, settle }) => {
  await visit("/?q=memory");
  assert.equal(await hits(page).count(), 20);
  await page.getByRole("button", { name: "More hits" }).click();
  await page.waitForURL(/shown=40/);
  assert.equal(await hits(page).count(), 40);
  await page.reload();
  await settle();
  assert.equal(await hits(page).count(), 40);
});

it("says what went wrong and the way out, and comes back by itself", async ({ page, visit, settle }) => {
  await visit("/");
  let isBuilding = true;
  await page.route(/\/v1\/search\?/, (route) => (isBuilding ? route.fulfill({
    status: 503, contentType: "application/problem+json",
    body: JSON.stringify({ status: 503, code: "engine_unavailable", title: "The search engine is not there", detail: "the search index is being built", errors: [], fixes: [] }),
  }) : route.continue()));
  await box(page).fill("warp");
  await page.getByText("the search index is being built").waitFor();
  isBuilding = false;
  await hits(page).first().waitFor();
  await visit("/?q=warp&kind=riddle");
  await page.getByRole("button", { name: "question", exact: true }).click();
  await page.waitForURL(/kind=question/);
  await settle();
  await hits(page).first().waitFor();
}, { failing: [/\/v1\/search\?/] });

it("shows what documents say as text, whatever it looks like", async ({ page, visit }) => {
  await page.route(/\/v1\/search\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.items[0].title = "<img src=x onerror=alert(1)> & <b>bold</b>";
    answer.items[0].snippet = "&lt;mark&gt;no&lt;/mark&gt; <mark>yes</mark> &lt;img src=x onerror=alert(1)&gt; &amp;amp;";
    await route.fulfill({ response, json: answer });
  });
  await visit("/?q=warp");
  const first = hits(page).first();
  assert.equal(await first.locator("h3").innerText(), "<img src=x onerror=alert(1)> & <b>bold</b>");
  assert.equal(await first.locator(".snippet").innerText(), "<mark>no</mark> yes <img src=x onerror=alert(1)> &amp;");
  assert.deepEqual(await first.locator(".snippet mark").allInnerTexts(), ["yes"]);
  assert.equal(await page.locator(".hit img").count(), 0);
});

it("copies a link that opens the lines, and a citation", async ({ page, visit, context, url, settle }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit("/?q=warp+divergence");
  await page.getByRole("button", { name: "Copy link" }).first().click();
  await page.getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, new RegExp(`^${url}/documents/d_.*#L\\d+`));
  await page.getByRole("button", { name: "Cite" }).first().click();
  await page.getByText("Citation copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^“.*”, \S+, lines? \d.* http/);
  await page.goto(link);
  await settle();
  await page.locator(".line.cited mark").first().waitFor();
});

/** The address of a stored document in the page. */
async function documentPath(path) {
  const list = await (await fetch(`${server.url}/v1/documents?document=${encodeURIComponent(path)}`)).json();
  return `/documents/${list.items[0].id}`;
}

it("shows a document alone, with the lines of its address marked and more as it is scrolled", async ({ page, visit, settle, size, assertAccessible, assertStill, shot }) => {
  const path = await documentPath("specs/nvidia-data-centre.md");
  await visit(`${path}#L330-L332`);
  assert.equal(await page.locator(".line.cited").count(), 3);
  const place = await page.locator("#L330").boundingBox();
  assert.ok(place.y > 0 && place.y < page.viewportSize().height);
  await assertAccessible();
  await assertStill();
  await shot("document");
  assert.equal(await page.locator("#L1").count(), 0, "a long text is not brought as a whole");
  await page.locator(".reader-body").evaluate((body) => body.scrollTo(0, 0));
  await page.locator("#L240").waitFor();
  assert.ok(await page.locator("#L300").evaluate((line) => line.getBoundingClientRect().top) > 0, "what was in sight stays there");
  await page.locator("#L332 .line-number").click();
  await page.waitForURL(/#L332$/);
  await page.locator("#L335 .line-number").click({ modifiers: ["Shift"] });
  await page.waitForURL(/#L332-L335$/);
  await settle();
  assert.equal(await page.locator(".line.picked").count(), 4);
  await page.getByText("About this document").click();
  assert.match(await page.locator(".about").innerText(), /Licence\s+Apache-2\.0/);
  assert.ok(size);
});

it("says where a text ends, and that a document is gone", async ({ page, visit }) => {
  const path = await documentPath("cards/formulas.md");
  await visit(`${path}#L9999`);
  await page.getByText("The text ends here: there is no line 9999.").waitFor();
  await visit("/documents/d_aaaaaaaaaaaaaaaaaaaa");
  await page.getByText("See which documents there are").waitFor();
}, { failing: [/lines=/, /d_aaaa/], sizes: ["desktop"] });

it("lists what was read of a document, and walks from entry to entry", async ({ page, visit, settle, keyboard, assertAccessible }) => {
  await visit(`${await documentPath("cards/formulas.md")}?as=entries`);
  await page.getByRole("heading", { name: "Questions" }).waitFor();
  assert.equal(await page.locator(".entry-list a").count(), 20);
  await assertAccessible();
  await page.locator(".entry-list a").nth(2).click();
  await page.waitForURL(/entry=q_/);
  await settle();
  await page.locator(".line.cited mark").first().waitFor();
  const third = parameter(page, "entry");
  await page.getByRole("button", { name: "Next question of this document" }).click();
  await page.waitForURL((url) => url.searchParams.get("entry") !== third);
  await settle();
  await page.getByRole("button", { name: "Previous question of this document" }).click();
  await page.waitForURL((url) => url.searchParams.get("entry") === third);
  await settle();
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await keyboard.press("t");
  await page.waitForURL(/as=entry/);
  await page.locator("[data-part=answer] math").first().waitFor();
  await assertAccessible();
  await keyboard.press("t");
  await page.locator(".line.cited").first().waitFor();
});
