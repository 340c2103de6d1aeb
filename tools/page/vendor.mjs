// Bundles the libraries of the page into api/web/vendor, or says with --check whether the
// files there are what it would write: node vendor.mjs [--check]
//
// The same versions give the same bytes, which is why package.json names them exactly.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { load, modules, root } from "./modules.mjs";

const target = join(root, "api/web/vendor");
const check = process.argv.includes("--check");

const bundles = ["lit-html", "d3-scale"];
const { build } = load("esbuild");

/** Bundles a library: its code, and the packages that are in it. */
async function bundle(name) {
  const result = await build({
    entryPoints: [join(root, `tools/page/${name}.entry.js`)],
    nodePaths: [modules],
    absWorkingDir: modules,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  const [made] = Object.values(result.metafile.outputs);
  const used = Object.entries(made.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = new Set(used.map(([path]) => packageOf(path)).filter((one) => one !== ""));
  return { code: result.outputFiles[0].text, packages: await Promise.all([...names].sort().map(describe)) };
}

/** The package that a file belongs to, whose path begins at the folder of packages; "" for our own. */
const packageOf = (path) => /^(@[^/]+\/[^/]+|[^./][^/]*)/.exec(path)?.[0] ?? "";

/** An installed package: its version, and the text of its licence. */
async function describe(name) {
  const folder = join(modules, name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { title: `${name} ${version} (${license})`, text: (await readFile(join(folder, "LICENSE"), "utf8")).trim() };
}

/** Every file of the folder by its name. */
async function files() {
  const made = new Map();
  const licences = new Map();
  for (const name of bundles) {
    const { code, packages } = await bundle(name);
    const titles = packages.map(({ title }) => title).join(", ");
    made.set(`${name}.js`, `/*! ${titles}; licences: LICENSES.txt. Bundled by "make vendor". */\n${code}`);
    packages.forEach(({ title, text }) => licences.set(title, `${title}\n\n${text}\n`));
  }
  made.set("LICENSES.txt", [...licences.values()].join(`\n${"-".repeat(72)}\n\n`));
  return made;
}

let different = 0;
await mkdir(target, { recursive: true });
for (const [name, text] of await files()) {
  const path = join(target, name);
  if (!check) {
    await writeFile(path, text);
  } else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
    console.error(`api/web/vendor/${name} is not what "make vendor" writes`);
    different += 1;
  }
}
process.exitCode = different > 0 ? 1 : 0;
