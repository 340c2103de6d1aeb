// Studying: reviews with judged answers and undo, a quiz by its seed, and the progress, by mouse
// and by keys alone.
import assert from "node:assert/strict";
import { before } from "node:test";

import { open } from "./harness.mjs";

const { it, server } = await open("study");

const deck = `# Orchard

1. Which of these is a cereal? (easy)
   A) Peas
   B) Barley
   C) Cress
   Answer: B

2. Which of these are threshed? (medium)
   A) Leeks
   B) Rye
   C) Oats
   Answer: B, C

3. How many trees stand in a row? (hard)
   Answer: 12 trees.
`;

let key = "";

/** Stores the deck under a path of its own, and returns the path. */
async function store(path, content = deck) {
  const answer = await fetch(`${server.url}/v1/documents`, {
    method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}`, Prefer: "wait=30" },
    body: JSON.stringify({ collection: "main", path, content }),
  });
  assert.equal(answer.status < 300, true, await answer.text());
  return path;
}

if (server !== null) {
  before(async () => {
    key = await server.key("write");
    await store("orchard.md");
  });
}

let learners = 0;

/** Comes to a page as a learner whom nobody knows yet. */
async function begin({ page, visit, settle }, path = "/study") {
  learners += 1;
  const name = `learner ${learners} of ${process.pid}`;
  await visit(path);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".study-room :is(.ask, .heat, .settings, .empty)").first().waitFor();
  await settle();
  return name;
}

const question = (page) => page.locator("#card-question").innerText();

const left = async (page, kind) => Number(await page.locator(`.left-${kind} dd`).innerText());

/** Waits until another card is asked than the one with some words. */
const another = (page, words) => page.waitForFunction((old) => {
  const now = document.querySelector("#card-question");
  return now !== null && now.innerText !== old;
}, words);

const reviewsOf = async (page, learner) => (await (await page.request.get("/v1/study/reviews", { params: { learner, limit: 50 } })).json()).items;

it("asks for a name once, and tells the server the time zone", async (tools) => {
  const { page, visit } = tools;
  const name = await begin(tools);
  await visit("/study");
  await page.locator(".ask").waitFor();
  assert.equal(await page.getByLabel("Your name").count(), 0);
  const known = await (await page.request.get(`/v1/study/learners/${encodeURIComponent(name)}`)).json();
  assert.equal(known.settings.timezone, await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
}, { sizes: ["desktop"] });

it("reveals, and rates with the next interval on each button", async (tools) => {
  const { page, size, assertStill, assertAccessible, shot } = tools;
  const name = await begin(tools);
  await assertStill();
  await assertAccessible();
  const first = await question(page);
  assert.equal(await left(page, "new"), 20);
  await page.getByRole("button", { name: /^Show answer/ }).click();
  await page.locator("#card-answer").waitFor();
  await assertAccessible();
  await shot("revealed");
  for (const rating of ["Again", "Hard", "Good", "Easy"]) {
    const button = page.getByRole("button", { name: new RegExp(`^${rating}`) });
    assert.match(await button.innerText(), /\d+ (s|min|h|d|mo|y)/);
    const box = await button.boundingBox();
    assert.ok(box.height >= 44 && box.width >= 44, `${rating} is ${box.width} × ${box.height} on a ${size}`);
  }
  await page.getByRole("button", { name: /^Easy/ }).click();
  await another(page, first);
  await page.waitForFunction(() => document.querySelector(".left-new dd").innerText === "19");
  const [review] = await reviewsOf(page, name);
  assert.equal(review.rating, 4);
});

it("reveals by the space bar, rates by keys, and undoes", async (tools) => {
  const { page, keyboard, settle } = tools;
  const name = await begin(tools);
  const first = await question(page);
  await keyboard.press(" ");
  await page.locator("#card-answer").waitFor();
  await keyboard.press(" ");
  await another(page, first);
  const second = await question(page);
  await keyboard.press("Enter");
  await page.locator("#card-answer").waitFor();
  await keyboard.press("1");
  await another(page, second);
  await settle();
  assert.deepEqual((await reviewsOf(page, name)).map(({ rating }) => rating), [1, 3]);
  const third = await question(page);
  await keyboard.press("u");
  await another(page, third);
  assert.equal(await question(page), second);
  await settle();
  await keyboard.press("u");
  await another(page, second);
  assert.equal(await question(page), first);
  await settle();
  assert.deepEqual(await reviewsOf(page, name), []);
  assert.equal(await left(page, "new"), 20);
});

it("judges a typed answer, suggests a rating and forces none", async (tools) => {
  const { page, keyboard, assertAccessible, shot, settle } = tools;
  const name = await begin(tools, "/study?document=orchard.md&difficulty=hard");
  await keyboard.press("t");
  assert.equal((await keyboard.focused()).tag, "textarea");
  await keyboard.type("1 u - @ ? t");
  assert.equal(await page.locator("#card-answer").count(), 0, "keys act while somebody types");
  await keyboard.press("Escape");
  assert.equal(await page.locator("textarea").count(), 0);
  await keyboard.press("t");
  assert.equal(await page.locator("textarea").inputValue(), "1 u - @ ? t");
  await page.locator("textarea").fill("There are 15 trees");
  await keyboard.press("Enter");
  await page.locator(".check").waitFor();
  await settle();
  assert.match(await page.locator(".check-verdict").innerText(), /Incorrect/);
  assert.match(await page.locator(".numbers").innerText(), /12[\s\S]*15/);
  assert.match(await page.locator(".rate.marked").innerText(), /Again/);
  await assertAccessible();
  await shot("judged");
  await keyboard.press("2");
  await page.waitForFunction(() => document.querySelector("#card-answer") === null);
  await settle();
  const [review] = await reviewsOf(page, name);
  assert.deepEqual([review.rating, review.answer, review.verdict], [2, "There are 15 trees", "incorrect"]);
});

it("takes choices by their numbers, several where several are right", async (tools) => {
  const { page, keyboard, settle, shot } = tools;
  const name = await begin(tools, "/study?document=orchard.md&style=choice");
  await keyboard.press("2");
  await page.locator(".choice.right").waitFor();
  assert.match(await page.locator(".choice.right").innerText(), /Barley[\s\S]*right, chosen/);
  assert.match(await page.locator(".rate.marked").innerText(), /Good/);
  const first = await question(page);
  await keyboard.press("3");
  await another(page, first);
  await keyboard.press("2");
  await page.getByText("there is more").waitFor();
  await keyboard.press("3");
  await page.locator(".rate.marked").waitFor();
  assert.equal(await page.locator(".choice.right").count(), 2);
  await shot("choices");
  const second = await question(page);
  await keyboard.press("3");
  await page.waitForFunction((old) => document.querySelector("#card-question")?.innerText !== old, second);
  await settle();
  assert.deepEqual((await reviewsOf(page, name)).map(({ answer, verdict }) => [answer, verdict]), [["Rye\nOats", "correct"], ["Barley", "correct"]]);
});

it("leads to the lines in the source, and back to the same card", async (tools) => {
  const { page, keyboard } = tools;
  await begin(tools, "/study?document=orchard.md&difficulty=easy");
  const asked = await question(page);
  await keyboard.press(" ");
  assert.match(await page.locator(".origin a").getAttribute("href"), /^\/documents\/d_\w+#L\d+-L\d+$/);
  await page.locator(".origin a").click();
  await page.waitForURL("**/documents/**");
  await page.goBack();
  await page.locator("#card-answer").waitFor();
  assert.equal(await question(page), asked);
}, { sizes: ["desktop"] });

it("buries and suspends, and undoes that too", async (tools) => {
  const { page, keyboard, settle, visit } = tools;
  await begin(tools);
  const first = await question(page);
  await keyboard.press("-");
  await another(page, first);
  await settle();
  const second = await question(page);
  await keyboard.press("@");
  await another(page, second);
  await settle();
  const third = await question(page);
  await keyboard.press("u");
  await another(page, third);
  assert.equal(await question(page), second);
  await settle();
  await keyboard.press("@");
  await another(page, second);
  await settle();
  await visit("/study?tab=settings");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByText("Nothing is suspended").waitFor();
}, { sizes: ["desktop"] });

it("keeps a review while the server is away, and sends it once", async (tools) => {
  const { page, keyboard, settle, shot } = tools;
  const name = await begin(tools);
  const first = await question(page);
  await page.route("**/v1/study/reviews", (route) => route.abort());
  await keyboard.press(" ", "3");
  await another(page, first);
  await page.getByText("1 review kept here").waitFor();
  await shot("pending");
  await page.unroute("**/v1/study/reviews");
  await page.reload();
  await settle();
  await page.waitForFunction(() => Object.keys(localStorage).every((one) => !one.startsWith("quarry.review.")));
  const reviews = await reviewsOf(page, name);
  assert.equal(reviews.length, 1);
  assert.equal(await page.getByText("kept here").count(), 0);
}, { failing: [/study\/reviews/] });

it("shows what changed in the source of a card", async (tools) => {
  const { page, keyboard, settle, assertAccessible, shot, size } = tools;
  const path = await store(`living-${size}.md`, `# Living deck ${size}\n\n1. How long is the wall ${size}? (easy)\n   Answer: It is 40 metres long.\n`);
  await begin(tools, `/study?document=${path}`);
  await keyboard.press(" ", "4");
  await page.getByText("Nothing is due").waitFor();
  await store(path, `# Living deck ${size}\n\n1. How long is the wall ${size}? (easy)\n   Answer: It is 44 metres long.\n`);
  await page.reload();
  await page.locator(".ask").waitFor();
  await settle();
  assert.equal(await left(page, "changed"), 1);
  await keyboard.press(" ");
  assert.match(await page.locator(".diff del").innerText(), /40/);
  assert.match(await page.locator(".diff ins").innerText(), /44/);
  await assertAccessible();
  await shot("changed");
});

it("sums the sitting up", async (tools) => {
  const { page, keyboard, assertAccessible, shot, settle } = tools;
  await begin(tools);
  for (const rating of ["1", "3"]) {
    const words = await question(page);
    await keyboard.press(" ");
    await page.locator("#card-answer").waitFor();
    await keyboard.press(rating);
    await another(page, words);
  }
  await settle();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("heading", { name: "This sitting" }).waitFor();
  const summary = await page.locator(".sitting").innerText();
  assert.match(summary, /Reviews\s+2/);
  assert.match(summary, /Rated again\s+50 %/);
  assert.equal(await page.locator(".missed li").count(), 1);
  await assertAccessible();
  await shot("summary");
  await page.getByRole("button", { name: "Go on studying" }).click();
  await page.locator(".ask").waitFor();
});

it("does nothing by single keys once they are switched off", async (tools) => {
  const { page, keyboard, settle } = tools;
  await begin(tools);
  await page.evaluate(() => localStorage.setItem("quarry.keys", "off"));
  await page.reload();
  await page.locator(".ask").waitFor();
  await settle();
  await keyboard.press("Enter", "u", "-", "t");
  assert.equal(await page.locator(":is(#card-answer, textarea)").count(), 0);
  await keyboard.tabTo(/^Show answer/);
  await keyboard.press("Enter");
  await page.locator("#card-answer").waitFor();
  await keyboard.tabTo(/^Good/);
}, { sizes: ["desktop"] });

it("keeps what is studied in the address", async (tools) => {
  const { page, settle } = tools;
  await begin(tools);
  await page.getByRole("button", { name: "hard", exact: true }).click();
  await page.waitForURL(/difficulty=hard/);
  await settle();
  assert.match(await page.locator(".about").innerText(), /hard/);
  await page.getByRole("button", { name: /^Topics/ }).click();
  await page.getByLabel("Find a document").fill("orchard");
  await page.getByRole("checkbox", { name: "orchard.md" }).check();
  await page.getByRole("button", { name: "Study this" }).click();
  await page.waitForURL(/document=orchard\.md/);
  await page.waitForFunction(() => document.querySelector("#card-question")?.innerText.includes("trees"));
}, { sizes: ["desktop"] });

/** Answers a quiz of some questions by keys alone, and returns what was asked. */
async function answerAll(page, keyboard, count) {
  const asked = [];
  for (let at = 0; at < count; at += 1) {
    await page.getByText(`Question ${at + 1} of ${count}`).waitFor();
    await page.locator(".ask").waitFor();
    asked.push(await question(page));
    if (await page.locator(".choice").count() > 0) {
      await keyboard.press("1");
    } else {
      await keyboard.press("t");
      await keyboard.type("32 threads");
      await keyboard.press("Enter");
    }
    await page.locator(".go-on").waitFor();
    await keyboard.press("Enter");
  }
  await page.locator(".score").waitFor();
  return asked;
}

it("asks the same quiz by the same seed, by keys alone", async (tools) => {
  const { page, context, visit, keyboard, assertAccessible, assertStill, shot } = tools;
  const address = "/study?quiz=42&count=4";
  await visit(address);
  await page.locator(".ask").waitFor();
  await assertStill();
  await assertAccessible();
  const asked = await answerAll(page, keyboard, 4);
  assert.equal(await page.locator(".results > li").count(), 4);
  assert.equal(await page.locator(".results .origin a").count(), 4);
  await assertAccessible();
  await shot("score");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.reload();
  await page.locator(".score").waitFor();
  await page.getByRole("button", { name: "Take it again" }).click();
  assert.deepEqual(await answerAll(page, keyboard, 4), asked);
});

it("makes a quiz to share", async (tools) => {
  const { page, context, visit, assertAccessible } = tools;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit("/study?tab=quiz");
  await assertAccessible();
  await page.getByRole("button", { name: "5", exact: true }).click();
  await page.getByRole("button", { name: "Made of figures only" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/quiz=\d+/);
  assert.match(page.url(), /count=5/);
  assert.match(page.url(), /generated=only/);
  for (let at = 0; at < 5; at += 1) {
    await page.getByText(`Question ${at + 1} of 5`).waitFor();
    const mine = page.locator(".choice").first();
    await mine.click();
    await page.locator(".go-on").click();
  }
  await page.locator(".score").waitFor();
  await page.getByRole("button", { name: "Share this quiz" }).click();
  await page.getByText("The address is copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
}, { sizes: ["desktop"] });

it("shows the progress as a heat map, what is due, and what was done", async (tools) => {
  const { page, keyboard, visit, settle, assertAccessible, assertStill, shot } = tools;
  await begin(tools);
  for (const rating of ["3", "4"]) {
    const words = await question(page);
    await keyboard.press(" ");
    await page.locator("#card-answer").waitFor();
    await keyboard.press(rating);
    await another(page, words);
  }
  await settle();
  await page.getByRole("link", { name: "Progress" }).click();
  await page.locator(".heat").waitFor();
  assert.match(await page.locator(".figures").innerText(), /2 reviews/);
  assert.ok(await page.locator(".heat td strong").count() > 0, "no cell says how much is known");
  assert.ok(await page.locator(".heat th[scope=col]").count() >= 5);
  await shot("progress");
  await visit("/study?tab=progress&topic=quantization"); // axe takes its time with every topic
  await assertStill();
  await assertAccessible();
  await page.getByText("As a table").first().click();
  assert.equal(await page.locator("#forecast").locator("xpath=../..").locator("tbody tr").count(), 30);
  await page.locator(".heat td a").first().click();
  await page.waitForURL(/topic=.*difficulty=/);
});

it("can be studied by the keyboard alone", async (tools) => {
  const { page, visit, keyboard, settle } = tools;
  learners += 1;
  const name = `keys ${learners} of ${process.pid}`;
  await visit("/study");
  await keyboard.tabTo("Your name");
  await keyboard.type(name);
  await keyboard.press("Enter");
  await page.locator(".ask").waitFor();
  await keyboard.tabTo("hard");
  await keyboard.press("Enter");
  await page.waitForURL(/difficulty=hard/);
  await settle();
  const first = await question(page);
  await keyboard.tabTo(/^Show answer/);
  await keyboard.press("Enter");
  await page.locator("#card-answer").waitFor();
  await keyboard.tabTo(/^Good/);
  await keyboard.press("Enter");
  await another(page, first);
  await keyboard.press("t");
  await keyboard.type("I have no idea");
  await keyboard.press("Control+Enter");
  await page.locator(".check").waitFor();
  await keyboard.tabTo(/^Easy/);
  await keyboard.press("Space");
  await settle();
  assert.deepEqual((await reviewsOf(page, name)).map(({ rating }) => rating), [4, 3]);
  await keyboard.tabTo("End", { back: true });
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "This sitting" }).waitFor();
  await keyboard.tabTo("See your progress");
  await keyboard.press("Enter");
  await page.locator(".heat").waitFor();
  await keyboard.tabTo(/% ?1 of/);
  await keyboard.press("Enter");
  await page.waitForURL(/topic=/);
});

it("keeps settings, gives the history out, and deletes it", async (tools) => {
  const { page, settle, assertAccessible, shot } = tools;
  const name = await begin(tools, "/study?tab=settings");
  await assertAccessible();
  await shot("settings");
  await page.getByLabel("New questions a day").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await settle();
  const known = await (await page.request.get(`/v1/study/learners/${encodeURIComponent(name)}`)).json();
  assert.equal(known.settings.new_per_day, 7);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the history" }).click();
  const chunks = [];
  for await (const chunk of await (await coming).createReadStream()) {
    chunks.push(chunk);
  }
  assert.match(Buffer.concat(chunks).toString(), new RegExp(`"${name}"`));
  await page.getByRole("button", { name: "Delete all of it" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("heading", { name: "Who is studying?" }).waitFor();
  await settle();
  assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, "the learner is still there");
}, { sizes: ["desktop"] });

it("says intervals shortly, and texts by what changed in them", async ({ page, visit }) => {
  await visit("/study?tab=quiz");
  const said = await page.evaluate(async () => {
    const { formatInterval } = await import("/assets/intervals.js");
    return [0, 59, 60, 600, 3600, 86_400, 29.6 * 86_400, 70 * 86_400, 3.5 * 365.25 * 86_400].map(formatInterval);
  });
  assert.deepEqual(said, ["0 s", "59 s", "1 min", "10 min", "1 h", "1 d", "30 d", "2.3 mo", "3.5 y"]);
  const pairs = [["a b c", "a x c"], ["", "new"], ["old", ""], ["a b c d", "c d a b"], ["one  two", "one two"], ["same", "same"]];
  const diffs = await page.evaluate(async (given) => {
    const { wordDiff } = await import("/assets/worddiff.js");
    return given.map(([was, now]) => wordDiff(was, now));
  }, pairs);
  const without = (kind) => (parts) => parts.filter((part) => part.kind !== kind).map(({ text }) => text).join("");
  assert.deepEqual(diffs.map(without("added")), pairs.map(([was]) => was));
  assert.deepEqual(diffs.map(without("removed")), pairs.map(([, now]) => now));
  assert.deepEqual(diffs[0].map(({ kind }) => kind), ["same", "removed", "added", "same"]);
}, { sizes: ["desktop"] });

it("is narrower than the narrowest phone", async (tools) => {
  const { page, visit, keyboard } = tools;
  await begin(tools);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/study", "/study?tab=quiz", "/study?quiz=42", "/study?tab=progress", "/study?tab=settings"]) {
    await visit(path);
    await keyboard.press(" ");
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(beyond <= 0, `${path} is ${beyond} px too wide`);
  }
}, { sizes: ["phone"] });
