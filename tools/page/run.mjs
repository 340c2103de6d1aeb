// Runs the tests of the page: node run.mjs [NAME…] runs NAME.test.mjs, all of them without.
// The starter corpus is read once; each file of tests has a server and a browser of its own.
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { root } from "./modules.mjs";
import { prepare } from "./server.mjs";

const folder = join(root, "tools/page");
const named = process.argv.slice(2).map((name) => `${name}.test.mjs`);
const files = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs") && (named.length === 0 || named.includes(name)));
if (files.length === 0) {
  console.error(`there is no such test: ${named.join(", ")}`);
  process.exit(1);
}

const starter = await prepare();
const tests = spawn(process.execPath, ["--test", "--test-reporter=spec", `--test-concurrency=${availableParallelism()}`, ...files], {
  cwd: folder, stdio: "inherit", env: { ...process.env, QUARRY_PAGE_DATA: starter.data },
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => tests.kill(signal));
}
const code = await new Promise((resolve) => {
  tests.once("exit", (status) => resolve(status ?? 1));
});
await starter.remove();
process.exitCode = code;
