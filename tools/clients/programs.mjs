// Runs the programs of examples/ as a person would, against a running server:
// node programs.mjs ../../examples http://127.0.0.1:8080
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [examples, server] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "programs-"));
const patience = 30_000; // for one program, milliseconds

/** Copies a program to where nothing else is, and looks that it is still short. */
async function copy(name, fewerThan) {
  await copyFile(join(examples, name), join(folder, name));
  const lines = (await readFile(join(folder, name), "utf8")).trimEnd().split("\n").length;
  assert.ok(lines < fewerThan, `${name} has ${lines} lines, and should have fewer than ${fewerThan}`);
}

/** Starts a program and types what answers gives for each prompt; undefined ends the input. */
async function run(args, answer, env = {}) {
  const program = spawn(process.execPath, args, {
    cwd: folder, env: { PATH: process.env.PATH, QUARRY_URL: server, ...env }, signal: AbortSignal.timeout(patience),
  });
  let shown = "", complaints = "", read = 0;
  program.stderr.on("data", (text) => (complaints += text));
  program.stdout.on("data", async (text) => {
    shown += text;
    if (!shown.endsWith("> ")) return;
    const asked = shown.slice(read);
    read = shown.length;
    const typed = await answer(asked);
    if (typed === undefined) program.stdin.end();
    else program.stdin.write(typed + "\n");
  });
  const code = await new Promise((done, fail) => program.on("error", fail).on("close", done));
  return { code, shown, complaints };
}

/** Answers every request in the same way, while something is tried at its address. */
async function served(answer, tried) {
  const other = createServer(answer);
  await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
  await tried(`http://127.0.0.1:${other.address().port}`);
  other.close();
}

/** What may be said instead of the address of a server, with what stands there instead. */
async function strangers(tried) {
  await tried("http://127.0.0.1:9");
  await tried("127.0.0.1:8080");
  await tried("localhost:8080");
  await served((_, response) => response.end("<h1>It works!</h1>"), tried);
}

const problem = { detail: "a key is needed", fixes: ["quarry key create --scope read"] };

/** Refuses whoever sends another key than "mine". */
function locked(request, response) {
  const known = request.headers.authorization === "Bearer mine";
  response.statusCode = known ? 404 : 401;
  response.end(JSON.stringify(known ? { detail: "let in", fixes: [] } : problem));
}

/** Every answer that the quiz may want, by its question. */
async function solutions() {
  const known = new Map();
  for (let cursor = ""; cursor !== null;) {
    const response = await fetch(`${server}/v1/questions?answered=true&difficulty=easy&limit=100${cursor && `&cursor=${cursor}`}`);
    const page = await response.json();
    for (const { question, answer } of page.items) known.set(question, answer.replace(/\s+/g, " "));
    cursor = page.next_cursor;
  }
  return known;
}

async function quiz() {
  await copy("quiz.mjs", 40);
  const known = await solutions();
  const typed = [(asked) => known.get(/\n\n(.*)\n/.exec("\n" + asked)?.[1]), () => "I have no idea", () => undefined];
  const { code, shown, complaints } = await run(["quiz.mjs", "easy"], (asked) => typed.shift()(asked));
  assert.equal(complaints, "");
  assert.match(shown, /> (correct|partly): .* \(.+:\d+\)\n {2}\+ /, shown); // the reference answer on one line
  assert.match(shown, /> incorrect: /, shown);
  assert.ok(shown.endsWith(`\n${shown.includes("> correct: ") ? 1 : 0} of 2 right\n`), shown);
  assert.equal(code, 0);

  const mistaken = await run(["quiz.mjs", "hrad"], () => undefined);
  assert.equal(mistaken.code, 1);
  assert.match(mistaken.complaints, /^difficulty: "hrad" is not known\n {2}hard\n$/);

  assert.equal((await run(["quiz.mjs"], () => undefined, { QUARRY_URL: server + "/" })).code, 0);
  await strangers(async (url) => {
    const { code, complaints } = await run(["quiz.mjs"], () => undefined, { QUARRY_URL: url });
    assert.ok(code === 1 && complaints.startsWith(`There is no Quarry at ${url}. `) && complaints.indexOf("\n") === complaints.length - 1, complaints);
  });
  const nowhere = await run(["quiz.mjs"], () => undefined, { QUARRY_URL: "" }); // whatever stands at the usual place
  assert.doesNotMatch(nowhere.complaints, /TypeError|at .*quiz\.mjs/);
  await served(locked, async (url) => {
    const refused = await run(["quiz.mjs"], () => undefined, { QUARRY_URL: url });
    assert.equal(refused.complaints, "a key is needed\n  quarry key create --scope read\n");
    assert.equal((await run(["quiz.mjs"], () => undefined, { QUARRY_URL: url, QUARRY_KEY: "mine" })).complaints, "let in\n");
  });
}

const questions = ["Why does the loss become NaN in half precision?", "Who won the World Cup in 1998?"];

async function offline() {
  await copy("chat.mjs", 60);
  const typed = [...questions, undefined];
  const { code, shown, complaints } = await run(["chat.mjs"], () => typed.shift());
  assert.equal(complaints, "");
  const [, known, unknown] = shown.split("> ");
  assert.match(known, /^\[1\] .*NaN/, shown);
  assert.match(unknown, /^I do not know\. \S/, shown);
  const link = /^\[1\] \S.*:\d+ {2}(http\S+)$/m.exec(known);
  assert.ok(link, shown);
  const source = await (await fetch(link[1])).text();
  assert.ok(source.includes("NaN"), link[1]);
  assert.equal(code, 0);
}

/** What the chat says to one question. */
async function chatted(env) {
  const typed = [questions[0], undefined];
  const { shown, complaints } = await run(["chat.mjs"], () => typed.shift(), env);
  assert.equal(complaints, "");
  return shown.split("> ")[1];
}

async function refused() {
  await copy("chat.mjs", 60);
  assert.match(await chatted({ QUARRY_URL: server + "/" }), /^\[1\] /);
  await strangers(async (url) => {
    const said = await chatted({ QUARRY_URL: url });
    assert.ok(said.startsWith("That went wrong: ") && said.includes(` at ${url}`), said);
    const model = await chatted({ OPENAI_BASE_URL: url });
    assert.ok(model.startsWith("That went wrong: ") && model.includes(` at ${url}`), model);
  });
  await served(locked, async (url) => {
    assert.equal(await chatted({ QUARRY_URL: url }), "That went wrong: a key is needed\n  quarry key create --scope read\n\n");
    assert.equal(await chatted({ QUARRY_URL: url, QUARRY_KEY: "mine" }), "That went wrong: let in\n\n");
  });
}

const claim = (text, unit, min) => ({ value: { text, unit }, normalized: { min, max: min, unit: "FLOPS" } });

async function disagreeing() {
  const conflicts = [{
    device: { name: "B200" }, attribute: { name: "Throughput" },
    claims: [claim("37 TFLOPS", "TFLOPS", 37e12), claim("40", "TFLOPS", 40e12), claim("0.04", "PFLOPS", 40e12)],
  }];
  const found = { answerable: "yes", passages: [], citations: [], conflicts };
  await served((_, response) => response.end(JSON.stringify(found)), async (url) => {
    assert.match(await chatted({ QUARRY_URL: url }), /^\nSources disagree on B200, Throughput: 37 TFLOPS or (40 TFLOPS|0\.04 PFLOPS)\n/m);
  });
}

async function withModel() {
  const heard = [];
  const model = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    heard.push({ url: request.url, key: request.headers.authorization, ...JSON.parse(body) });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "FP16 overflows [1]." } }] }));
  });
  await new Promise((ready) => model.listen(0, "127.0.0.1", ready));
  const env = { OPENAI_BASE_URL: `http://127.0.0.1:${model.address().port}/v1`, OPENAI_MODEL: "tiny", OPENAI_API_KEY: "k" };
  const typed = [...questions, undefined];
  const { code, shown } = await run(["chat.mjs"], () => typed.shift(), env);
  model.close();
  assert.match(shown, /> FP16 overflows \[1\]\.\n\n(Sources disagree.*\n)*\[1\] \S.*:\d+ {2}http\S+\n\n> I do not know\./, shown);
  assert.equal(heard.length, 1, "what nothing answers is no model's business");
  assert.deepEqual([heard[0].url, heard[0].key, heard[0].model], ["/v1/chat/completions", "Bearer k", "tiny"]);
  assert.ok(heard[0].messages[0].content.includes(questions[0]), heard[0].messages[0].content);
  assert.equal(code, 0);
}

try {
  for (const [name, tried] of Object.entries({ "quiz bot": quiz, "chat without a model": offline, "chat with a model": withModel, "chat that is refused": refused, "chat over a conflict": disagreeing })) {
    await tried();
    console.log("ok", name);
  }
} finally {
  await rm(folder, { recursive: true });
}
