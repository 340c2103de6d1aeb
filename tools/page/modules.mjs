// Where the packages of package.json are. They are installed beside the tree of Go packages,
// in .bin/page, and QUARRY_PAGE_MODULES names another folder of node_modules.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder that the packages are in. */
export const modules = resolve(process.env.QUARRY_PAGE_MODULES ?? join(root, ".bin/page/node_modules"));

/** Loads a package by its name. */
export const load = createRequire(pathToFileURL(join(modules, "any.js")));
