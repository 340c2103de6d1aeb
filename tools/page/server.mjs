// Starts the real program for a test: on a free port, with the starter corpus, in a folder of
// its own. It promises that the program and the folder are gone once the test has ended.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { root } from "./modules.mjs";

const program = join(root, "bin/quarry");
const patience = 90_000;
const run = promisify(execFile);

/** Starts a program over a folder of data and waits until it is ready. */
async function launch(data, flags) {
  const child = spawn(program, ["--data", data, "serve", "--addr", "127.0.0.1:0", "--no-access-log", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    process.removeListener("exit", kill);
  };
  const url = await addressOf(child, ended);
  return { url, stop };
}

/** Reads the address off the line that the program prints once it is ready. */
function addressOf(child, ended) {
  let said = "";
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the server is not ready after ${patience} ms:\n${said}`)), patience);
    const listen = (part) => {
      said += part;
      const address = /^quarry: ready at (\S+)/m.exec(said)?.[1];
      if (address) {
        clearTimeout(late);
        resolve(address);
      }
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    ended.then((code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

/**
 * Makes a folder of data that holds the starter corpus, which each server is given a copy of:
 * reading the corpus takes seconds, and a copy none.
 */
export async function prepare() {
  const data = await mkdtemp(join(tmpdir(), "quarry-page-"));
  const server = await launch(data, []);
  await server.stop();
  return { data, remove: () => rm(data, { recursive: true, force: true }) };
}

/** Starts a server: { url, data, key(scope), stop }. The folder of QUARRY_PAGE_DATA is copied, where it is set. */
export async function serve({ flags = [] } = {}) {
  const data = await mkdtemp(join(tmpdir(), "quarry-page-"));
  if (process.env.QUARRY_PAGE_DATA) {
    await cp(process.env.QUARRY_PAGE_DATA, data, { recursive: true });
  }
  const server = await launch(data, flags).catch(async (failure) => {
    await rm(data, { recursive: true, force: true });
    throw failure;
  });
  return {
    url: server.url,
    data,
    /** Makes a key with a scope and returns its secret. */
    async key(scope) {
      const { stdout } = await run(program, ["--data", data, "key", "create", "--scope", scope, "--name", "page"]);
      return stdout.trim();
    },
    async stop() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
