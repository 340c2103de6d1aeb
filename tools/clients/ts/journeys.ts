// Walks three journeys (a study chatbot, a quiz, a script) with the types that
// openapi-typescript makes of a running server's OpenAPI document, and fails on any
// surprise: node dist/journeys.js http://127.0.0.1:8080
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./quarry.js";

type Question = components["schemas"]["Question"];

const quarry = createClient<paths>({
  baseUrl: process.argv[2] ?? "http://127.0.0.1:8080",
  querySerializer: { array: { style: "form", explode: false } }, // topic=memory,precision
});

/** What a call answered with 200; otherwise what the server said. */
function got<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  assert.ok(answer.data !== undefined, `${answer.response.url}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** Searches, opens the source of what was found, has it verified, and grounds a model. */
async function study(): Promise<void> {
  const q = "loss becomes NaN in half precision";
  const found = got(await quarry.GET("/v1/search", { params: { query: { q, kind: ["question", "fact"], limit: 3, view: "full" } } }));
  const hit = found.items[0];
  assert.ok(hit && hit.kind === "question" && hit.title.includes("NaN"), JSON.stringify(found));

  const { document_id: id, line_start, line_end } = hit.source;
  assert.ok(id); // which only the full view has
  const source = got(await quarry.GET("/v1/documents/{id}/content", {
    params: { path: { id }, query: { lines: `${line_start}-${line_end}` } }, parseAs: "text",
  }));
  assert.ok(source.includes(hit.title), source);
  const evidence = got(await quarry.GET("/v1/questions/{id}/verify", { params: { path: { id: hit.id } } }));
  assert.ok(evidence.verified && evidence.quote.includes(hit.title), JSON.stringify(evidence));

  const grounded = got(await quarry.POST("/v1/context", { body: { query: q, max_tokens: 600 } }));
  assert.equal(grounded.answerable, "yes", grounded.reason);
  assert.equal(grounded.passages.length, grounded.citations.length);
  assert.ok(grounded.tokens <= 600 && grounded.prompt.includes(q), grounded.prompt);
}

async function draw(): Promise<Question[]> {
  const query = { difficulty: ["easy" as const], answered: true, count: 3, seed: 42 };
  return got(await quarry.GET("/v1/questions/random", { params: { query } })).items;
}

async function verdict(id: string, answer: string): Promise<string> {
  return got(await quarry.POST("/v1/questions/{id}/check", { params: { path: { id } }, body: { answer } })).verdict;
}

/** Draws by difficulty, twice with the same seed, and has answers judged. */
async function quiz(): Promise<void> {
  const drawn = await draw();
  assert.deepEqual(drawn, await draw());
  assert.equal(drawn.length, 3);
  assert.ok(drawn.every((one) => one.difficulty === "easy"));
  const first = drawn[0];
  assert.ok(first?.answer);
  assert.equal(await verdict(first.id, first.answer), "correct");
  assert.equal(await verdict(first.id, ""), "incorrect");
}

/** Compares two devices, and converts what devices claim. */
async function script(): Promise<void> {
  const comparison = got(await quarry.GET("/v1/specs/compare", {
    params: { query: { devices: ["b200", "mi300x"], attributes: ["memory_bandwidth"], unit: "TB/s" } },
  }));
  const row = comparison.rows[0];
  assert.ok(row && row.comparable && row.reason === null && row.ratio !== null, JSON.stringify(comparison));
  assert.ok(Math.abs(row.ratio - 8 / 5.3) < 1e-9, String(row.ratio));
  assert.equal(row.cells[1]?.max, 5.3);

  const { data, response } = await quarry.GET("/v1/specs", { params: { query: { attribute: ["tdp"], min: 0.5, unit: "kW" } } });
  assert.ok(data && data.items.length > 0);
  assert.ok(data.items.every(({ value }) => value.unit === "kW" && value.max !== null && value.max >= 0.5 && value.max <= 100));
  assert.ok(Number(response.headers.get("Quarry-Revision")) > 0);
}

/** Mistakes are answered with a problem that says what to do. */
async function mistakes(): Promise<void> {
  // @ts-expect-error hrad is no difficulty, and the types say so before the server does.
  const refused = await quarry.GET("/v1/questions/random", { params: { query: { difficulty: ["hrad"] } } });
  assert.equal(refused.error?.code, "invalid_parameter");
  assert.equal(refused.error.fixes[0], "hard");
  const missing = await quarry.GET("/v1/questions/{id}", { params: { path: { id: "q_aaaaaaaaaaaaaaaaaaaa" } } });
  assert.equal(missing.error?.status, 404);
}

for (const journey of [study, quiz, script, mistakes]) {
  await journey();
  console.log("ok", journey.name);
}
