// What the tests of the page share: a server, a browser, the two widths that everything is
// tried in, and what is asked of every page at its end: no error on the console, no request
// that failed or went elsewhere, nothing on the page that is wider than it.
//
//   const { it } = await open("study");
//   it("shows the answer to the space bar", async ({ page, visit, keyboard }) => {
//     await visit("/study");
//     …
//   });
import assert from "node:assert/strict";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";

import { load, modules, root } from "./modules.mjs";
import { serve } from "./server.mjs";

/** The widths that every test runs in, unless it names its own. */
export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

const greatestShift = 0.05;
const longestTest = 120_000; // on a machine that is busy with other tests
const axeRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Starts a server and a browser for a file of tests, and returns { server, it }.
 *
 * it(name, run, { sizes: ["phone"], failing: [/readyz/], scheme: "dark", key }) defines a test
 * per width. failing lists the requests that may fail, by their address; scheme is the colours
 * that the system asks for; key is one that the tab holds from the beginning.
 */
export async function open(name, { flags = [] } = {}) {
  const executablePath = findBrowser();
  if (executablePath === "") {
    return { server: null, it: (title) => test(title, { skip: "no Chromium in PATH" }) };
  }
  const server = await serve({ flags });
  const browser = await load("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  after(async () => {
    await browser.close();
    await server.stop();
  });
  const it = (title, run, options = {}) => {
    for (const size of options.sizes ?? Object.keys(sizes)) {
      test(`${title} (${size})`, { timeout: longestTest }, () => drive(browser, { ...options, name, server, size }, run));
    }
  };
  return { server, it };
}

/** The browser that CHROMIUM names, or that of this machine; "" for none. */
function findBrowser() {
  if (process.env.CHROMIUM) {
    return process.env.CHROMIUM;
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not this one.
      }
    }
  }
  return "";
}

/** Runs one test in a window of its own, and asks at the end what is asked of every page. */
async function drive(browser, options, run) {
  const { failing = [], scheme = "light", size, server, key = "" } = options;
  const context = await browser.newContext({
    baseURL: server.url, viewport: sizes[size], colorScheme: scheme, reducedMotion: "reduce",
    hasTouch: size === "phone", locale: "en-GB", timezoneId: "UTC",
  });
  try {
    await context.addInitScript(watchShifts);
    if (key !== "") {
      await context.addInitScript((secret) => sessionStorage.setItem("quarry.key", secret), key);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const faults = watch(page, server.url, failing);
    await run({ ...toolsOf(page, options, settlingOf(page)), page, context, server, size, url: server.url });
    await assertFits(page);
    assert.deepEqual(faults, [], "the page said or asked what it should not");
  } finally {
    await context.close();
  }
}

/** Notes what the console says, which requests fail, and which leave the server. */
function watch(page, server, failing) {
  const faults = [];
  const known = (address) => failing.some((pattern) => pattern.test(address));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !known(message.location().url ?? "")) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (failure) => faults.push(`script: ${failure.stack ?? failure}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED" && !known(request.url())) {
      faults.push(`request: ${request.url()} ${reason}`);
    }
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server && !["data:", "blob:"].includes(protocol)) {
      faults.push(`request to elsewhere: ${request.url()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !known(response.url())) {
      faults.push(`response: ${response.status()} ${response.url()}`);
    }
  });
  return faults;
}

/** Runs in the page: sums what moved although nobody touched anything. */
function watchShifts() {
  window.quarryShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.quarryShift += entry.hadRecentInput ? 0 : entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

function toolsOf(page, { name, size }, settle) {
  return {
    /** Goes to an address of the page and waits until the view has a heading and rests. */
    async visit(path) {
      await page.goto(path);
      await page.locator("#view h1").first().waitFor();
      await settle();
    },
    settle,
    keyboard: keyboardOf(page),
    /** Holds what axe finds, in both schemes, against nothing. */
    assertAccessible: () => assertAccessible(page),
    /** Fails where the page has moved by itself. */
    async assertStill() {
      const shift = await page.evaluate(() => window.quarryShift);
      assert.ok(shift <= greatestShift, `the layout has shifted by ${shift}, and ${greatestShift} is the most`);
    },
    /** Fails where the page has to be pushed sideways to be read, as it does by itself at the end. */
    assertFits: () => assertFits(page),
    /** Keeps a picture of the window in bin/page. */
    shot: (label) => page.screenshot({ path: join(root, "bin/page", `${name}-${label}-${size}.png`) }),
  };
}

/** Returns what waits until no request is under way and nothing holds the room of what comes. */
function settlingOf(page) {
  const underWay = new Set();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  const rests = async () => underWay.size === 0 && (await page.locator(".skeleton").count()) === 0;
  return async () => {
    const until = Date.now() + 30_000;
    for (let calm = 0; calm < 3; calm = (await rests()) ? calm + 1 : 0) {
      assert.ok(Date.now() < until, `the page does not rest: ${[...underWay].map((request) => request.url()).join(", ")}`);
      await page.waitForTimeout(40);
    }
  };
}

/** A keyboard and nothing else: tabTo("Study") presses Tab until what has that name has the focus. */
function keyboardOf(page) {
  const focused = () => page.evaluate(() => {
    const at = document.activeElement;
    const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "";
    return { tag: at.localName, id: at.id, name: label.trim().replaceAll(/\s+/g, " ").slice(0, 200) };
  });
  return {
    focused,
    press: (...keys) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve()),
    type: (text) => page.keyboard.type(text),
    async tabTo(wanted, { most = 200, back = false } = {}) {
      const matches = ({ id, name }) => (wanted instanceof RegExp ? wanted.test(name) : name === wanted || `#${id}` === wanted);
      for (let pressed = 0; pressed < most; pressed += 1) {
        const at = await focused();
        if (matches(at)) {
          return at;
        }
        await page.keyboard.press(back ? "Shift+Tab" : "Tab");
      }
      return assert.fail(`Tab does not come to ${wanted}`);
    },
  };
}

/** axe-core comes in by the debugger, which no policy of the page holds back. */
async function assertAccessible(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: readFileSync(join(modules, "axe-core/axe.min.js"), "utf8") });
  const scheme = await page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async (values) => {
      const { violations } = await window.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
    }, axeRules);
    assert.deepEqual(found, [], `axe in ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: scheme });
  await session.detach();
}

/** A page that is wider than its window would have to be pushed sideways to be read. */
async function assertFits(page) {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(beyond <= 0, `the page is ${beyond} px wider than its window`);
}
