// Bundles the libraries of the page into api/web/vendor, or says with --check whether the
// files there are what it would write: node vendor.mjs [--check]
//
// The same versions give the same bytes, which is why package.json names them exactly.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { load, modules, root } from "./modules.mjs";

const target = join(root, "api/web/vendor");
const check = process.argv.includes("--check");

/** Each bundle and the packages whose code is in it, which are named with their licences. */
const bundles = {
  "lit-html": ["lit-html"],
  "d3-scale": [
    "d3-scale", "d3-array", "d3-color", "d3-format", "d3-interpolate", "d3-time", "d3-time-format", "internmap",
  ],
};

const { build } = load("esbuild");

/** The version of an installed package and the text of its licence. */
async function describe(name) {
  const folder = join(modules, name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { name, version, license, text: (await readFile(join(folder, "LICENSE"), "utf8")).trim() };
}

/** One bundle as a module, with a banner that names what is in it. */
async function bundle(name, packages) {
  const made = packages.map(({ name: one, version, license }) => `${one} ${version} (${license})`).join(", ");
  const result = await build({
    entryPoints: [join(root, `tools/page/${name}.entry.js`)],
    nodePaths: [modules],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: `/*! ${made}; licences: LICENSES.txt. Bundled by "make vendor". */` },
    logLevel: "warning",
  });
  return result.outputFiles[0].text;
}

/** Every file of the folder by its name. */
async function files() {
  const made = new Map();
  const licences = [];
  for (const [name, names] of Object.entries(bundles)) {
    const packages = await Promise.all(names.map(describe));
    made.set(`${name}.js`, await bundle(name, packages));
    licences.push(...packages);
  }
  const text = licences.map((one) => `${one.name} ${one.version} (${one.license})\n\n${one.text}\n`);
  made.set("LICENSES.txt", text.join(`\n${"-".repeat(72)}\n\n`));
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
