import type { Plugin } from "vite";

const saidToTheServer = new Set(["title", "indexed", "picture", "of", "shows"]);

/** Pages need the paths of the table, which every one of them loads, and nothing of what it says to the server. */
export const lightPageTable: Plugin = {
  name: "page-table",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /site\/routes\.json$/ },
    handler: (code) =>
      JSON.stringify(JSON.parse(code), (key, value: unknown) =>
        saidToTheServer.has(key) ? undefined : value,
      ),
  },
};
