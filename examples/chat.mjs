// chat.mjs: answers from your documents, names the lines, and admits what they do not say.
//   node chat.mjs
// With OPENAI_BASE_URL (http://127.0.0.1:11434/v1, say), OPENAI_MODEL and, if it needs one,
// OPENAI_API_KEY, a model writes the answer. Without, you read the passages themselves.
import { createInterface } from "node:readline";

const { QUARRY_URL, QUARRY_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY } = process.env;
const server = (QUARRY_URL || "http://127.0.0.1:8080").replace(/\/+$/, "");

function fail(why) {
  throw new Error(why);
}

async function post(base, path, body, key) {
  const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
  const response = await fetch(base.replace(/\/+$/, "") + path, { method: "POST", headers, body: JSON.stringify(body) })
    .catch(() => fail(`nothing answers at ${base}, which should be like http://127.0.0.1:8080.`));
  const answer = await response.json().catch(() => fail(`what answers at ${base} is something else.`));
  return response.ok ? answer : fail([answer.detail ?? `${base}: ${JSON.stringify(answer)}`, ...(answer.fixes ?? [])].join("\n  "));
}

async function model(content) {
  const asked = { model: OPENAI_MODEL, messages: [{ role: "user", content }] };
  const { choices } = await post(OPENAI_BASE_URL, "/chat/completions", asked, OPENAI_API_KEY);
  return choices[0].message.content;
}

function disagreement({ device, attribute, claims }) {
  const values = new Map(); // what is equal is said once, in whatever unit
  for (const { value: { text, unit }, normalized } of claims)
    values.set(JSON.stringify(normalized), /[\p{L}%]/u.test(text) ? text : `${text} ${unit ?? ""}`.trim());
  return `Sources disagree on ${device.name}, ${attribute.name}: ${[...values.values()].join(" or ")}`;
}

async function reply(query) {
  const found = await post(server, "/v1/context", { query, max_tokens: 600 }, QUARRY_KEY);
  if (found.answerable === "no") return `I do not know. ${found.reason}`;

  const text = OPENAI_BASE_URL
    ? await model(found.prompt) // the passages, the question, and how to cite
    : found.passages.map(({ n, text }) => `[${n}] ${text}`).join("\n\n");
  const sources = found.citations
    .filter(({ n }) => text.includes(`[${n}]`))
    .map((c) => `[${c.n}] ${c.path}:${c.line_start}  ${server}${c.content_url}`);
  const partly = found.answerable === "partly" ? [`Only a part is answered. ${found.reason}`] : [];
  return [...partly, text, "", ...found.conflicts.map(disagreement), ...sources].join("\n");
}

process.stdout.write("Ask me something.\n> ");
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) console.log(await reply(line).catch((fault) => `That went wrong: ${fault.message}`));
  process.stdout.write("\n> ");
}
console.log();
