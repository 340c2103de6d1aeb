// Documents that try to do something to who reads them. Whatever they say, nothing of it runs,
// is asked for, opens a dialog or breaks a layout, in any view.
import assert from "node:assert/strict";

import { open } from "./harness.mjs";

const { server, it } = await open("hostile");

const ran = "window.quarryRan=1;alert(1)";
const markup = [
  `<script>${ran}</script>`,
  `<img src=x onerror="${ran}">`,
  `<svg onload="${ran}"><script>${ran}</script><a xlink:href="javascript:${ran}"><text>svg</text></a></svg>`,
  `<a href="javascript:${ran}">script</a> <a href=" java\tscript:${ran}">tabbed</a> <a href="data:text/html,<script>${ran}</script>">data</a>`,
  `<iframe srcdoc="<script>${ran}</script>"></iframe><object data="javascript:${ran}"></object><embed src="javascript:${ran}">`,
  `<form action="javascript:${ran}"><button formaction="javascript:${ran}">press</button><input autofocus onfocus="${ran}"></form>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">`,
  `<style>body { display: none } @import "https://evil.example/y.css";</style><div style="position:fixed;inset:0;background:red" onclick="${ran}">over all</div>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${ran}&gt;">`,
  `<details open ontoggle="${ran}"><summary>s</summary></details><marquee onstart="${ran}">m</marquee><video src=x onerror="${ran}"></video>`,
  "<template><div id=view></div></template><p id=toasts><main id=view></main>",
  "</main></body></html><b><i><table><tr><td></b></div></div></div>",
  "<mark>not a hit</mark> &lt;script&gt; ${1} {{constructor}} <!-- lit",
].join("\n");
const wide = "Zanzibar".repeat(400);
const word = "quarrelsome";

/** The documents that are taken, by their paths. */
const documents = {
  "page.html": `<!doctype html><title>${word} <script>${ran}</script></title><h1>The ${word} page <img src=x onerror="${ran}"></h1><p>A ${word} page is one that tries.</p>\n${markup}<h2>broken <b><i></h2><ul><li>one<table><p>in<td>here`,
  "notes.md": `# The ${word} notes <img src=x onerror="${ran}">\n\nA ${word} note is text that tries. [go](javascript:${ran}) [data](data:text/html,x) <javascript:${ran}>\n\n![p](javascript:${ran}) ![q](https://evil.example/q.png "t" onerror=x) [x]: javascript:${ran}\n\n${markup}\n\n| a | b |\n|---|---|\n| <script>${ran}</script> | \`<script>${ran}</script>\` |\n\n### What is a ${word} <img src=x onerror="${ran}"> question?\n\nOne with <script>${ran}</script> in its answer.\n\n\`\`\`html\n${markup}\n\`\`\`\n`,
  "cards.jsonl": [
    { question: `What does a ${word} card do? <script>${ran}</script>`, answer: `It tries: <img src=x onerror="${ran}"> and "onmouseover=${ran}`, topic: `<svg onload="${ran}">` },
    { question: `Which of these is ${word}?`, choices: [`<script>${ran}</script>`, `javascript:${ran}`, wide], answer: `<script>${ran}</script>` },
  ].map((one) => JSON.stringify(one)).join("\n"),
  "long.md": `# ${"Y".repeat(10_000)}\n\nA ${word} title is longer than any window. ${wide}\n\n## ${wide}\n\n\`\`\`\n${wide}\n\`\`\`\n\n| ${wide} | b |\n|---|---|\n| ${wide} | ${wide} |\n`,
  "bidi.md": `# \u202Eeltit ${word} \u2066\u202Edesrever\u2069 שלום עולם\n\nA ${word} text turns around: \u202E\u2067reversed\u202C \u200F\u200B\u200D\uFEFF مرحبا بالعالم, and a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 grows.\n\n### מה זה ${word}?\n\nתשובה \u202E(gnp.exe)\n`,
  "paragraph.txt": `A ${word} paragraph never ends. ${"It goes on and on without a line of its own. ".repeat(8_000)}`,
  [`<img src=x onerror=${ran}>/'"&amp;.md`]: `# Named to try\n\nA ${word} name is the path of this document.\n`,
};

const key = server === null ? "" : await server.key("write");
const ids = server === null ? new Map() : await store(documents);

/** Stores documents and returns their ids by their paths. */
async function store(given) {
  const stored = new Map();
  for (const [path, content] of Object.entries(given)) {
    const answer = await fetch(`${server.url}/v1/documents`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Prefer: "wait=60" },
      body: JSON.stringify({ collection: "hostile", path, content }),
    });
    const job = await answer.json();
    const [document] = job.documents ?? [];
    assert.equal(job.state, "done", `${path}: ${JSON.stringify(job).slice(0, 500)}`);
    stored.set(path, document.document_id ?? document.url.split("/").at(-1));
  }
  return stored;
}

/** Fails where anything of a document has run, or has made itself a part of the page. */
async function assertHarmless({ page, assertFits }) {
  assert.equal(await page.evaluate(() => window.quarryRan), undefined, "a script of the document ran");
  const found = await page.evaluate(() => {
    const strange = ":is(script, iframe, object, embed, base, meta, link, style, form[action]:not([action^="/"]), video, marquee, math):not(head > *):not(body > noscript *)";
    const handlers = [...document.querySelectorAll("body *")].filter((element) => element.getAttributeNames().some((name) => /^on|^style$/.test(name)) && !(element instanceof SVGElement));
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "").filter((to) => /^\s*(javascript|data|vbscript):/i.test(to));
    const twice = ["view", "toasts", "nav"].filter((id) => document.querySelectorAll(`[id="${id}"]`).length !== 1);
    return [...[...document.querySelectorAll(strange), ...handlers].map((element) => element.outerHTML.slice(0, 200)), ...links, ...twice];
  });
  assert.deepEqual(found, [], "what a document brought stands in the page");
  await assertFits();
}

it("does nothing to who searches", async (tools) => {
  await tools.visit(`/?q=${word}`);
  assert.ok(await tools.page.locator("mark").count() > 0, "nothing is found of what was stored");
  await assertHarmless(tools);
  await tools.shot("search");
});

it("does nothing to who reads", async (tools) => {
  for (const [path, id] of ids) {
    await tools.visit(`/documents/${id}`);
    await assertHarmless(tools);
    await tools.shot(`reader-${path.replaceAll(/[^a-z]+/g, "-").slice(0, 12)}`);
  }
});

it("does nothing to who studies", async (tools) => {
  await tools.visit("/study?tab=quiz&collection=hostile");
  await assertHarmless(tools);
  await tools.visit("/study?tab=quiz&collection=hostile&quiz=1");
  await tools.page.getByText(word).first().waitFor();
  await assertHarmless(tools);
  await tools.shot("study");
});

it("does nothing to who looks after the documents", async (tools) => {
  await tools.visit("/corpus?collection=hostile");
  await assertHarmless(tools);
  for (const id of ids.values()) {
    await tools.visit(`/corpus?collection=hostile&open=${id}`);
    await assertHarmless(tools);
  }
  await tools.shot("corpus");
});

it("says why a document that is too long is not taken", async (tools) => {
  const { page, visit } = tools;
  await visit("/corpus?tab=add");
  await page.locator("input[type=file]").first().setInputFiles({
    name: "endless.txt", mimeType: "text/plain", buffer: Buffer.from("and on ".repeat(5_000_000 / 7)),
  });
  await page.getByText(/too long|too large|longer than|larger than|at most/i).first().waitFor();
  await assertHarmless(tools);
  await tools.shot("endless");
}, { key, failing: [/\/v1\/documents\?dry_run/] });
