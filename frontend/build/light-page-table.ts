import type { Plugin } from "vite";

const saidToTheServer = new Set(["title", "indexed", "picture", "of", "shows"]);

let applied = false;

/** Pages need the paths of the table, which every one of them loads, and nothing of what it says to the server. */
export const lightPageTable: Plugin = {
  name: "page-table",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /site\/pages\/routes\.json$/ },
    handler(code) {
      applied = true;
      return JSON.stringify(JSON.parse(code), (key, value: unknown) =>
        saidToTheServer.has(key) ? undefined : value,
      );
    },
  },
  // A table that has moved would be loaded whole, by every visitor, unnoticed.
  buildEnd(error) {
    if (!error && !applied) this.error("the table of pages was not found");
  },
};
