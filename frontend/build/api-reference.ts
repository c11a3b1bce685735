import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/**
 * Adds the script of the page /developers, which the server writes. It stands alone, so that no file of the site grows;
 * its bundle has all that it needs, so package.json leaves out its largest dependency.
 */
export const apiReference: Plugin = {
  name: "api-reference",
  apply: "build",
  async buildStart() {
    const source = await readFile(resolve("rapidoc"), "utf-8");
    this.emitFile({
      type: "asset",
      name: "rapidoc.js",
      source: source.replace(/\/\/# sourceMappingURL=.*/, ""),
    });
  },
};
