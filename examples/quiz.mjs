// quiz.mjs: asks what your documents answer, and judges what you say.
//   node quiz.mjs [easy|medium|hard] [topic]
import { createInterface } from "node:readline";

const server = (process.env.QUARRY_URL || "http://127.0.0.1:8080").replace(/\/+$/, "");
const key = process.env.QUARRY_KEY && { Authorization: `Bearer ${process.env.QUARRY_KEY}` };
const [difficulty = "easy", topic] = process.argv.slice(2);

const quit = (why) => { console.error(why); process.exit(1); };

async function call(path, body) {
  const unreachable = `There is no Quarry at ${server}. QUARRY_URL names one: http://127.0.0.1:8080, say.`;
  const headers = { "Content-Type": "application/json", ...key };
  const post = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(server + path, { headers, ...post }).catch(() => quit(unreachable));
  const answer = await response.json().catch(() => quit(unreachable));
  return response.ok ? answer : quit(answer.fixes ? [answer.detail, ...answer.fixes].join("\n  ") : unreachable);
}

const draw = new URLSearchParams({ difficulty, answered: true, hide_answers: true, count: 50 });
if (topic) draw.set("topic", topic);
const { items } = await call(`/v1/questions/random?${draw}`);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
let asked = 0, right = 0;
for (const { id, question, choices, source } of items) {
  console.log(`\n${question}`);
  choices.forEach((choice, i) => console.log(`  ${"ABCDEFGHIJ"[i]}) ${choice}`));
  process.stdout.write("> ");
  const { value: answer, done } = await lines.next();
  if (done) break; // Ctrl-D
  const { verdict, explanation, covered, missing } = await call(`/v1/questions/${id}/check`, { answer });
  console.log(`${verdict}: ${explanation} (${source.path}:${source.line_start})`);
  for (const point of covered) console.log(`  + ${point.text}`);
  for (const point of missing.filter((one) => one.required)) console.log(`  - ${point.text} (${point.line_start ? `line ${point.line_start}` : "corrected"})`);
  asked += 1;
  right += verdict === "correct" ? 1 : 0;
}
console.log(`\n${right} of ${asked} right`);
process.exit();
