import type { Plugin } from "vite";

/** The table of pages without the titles of the console, which only the server reads: every visitor loads the table. */
export function pagesWithoutTitles(): Plugin {
  return {
    name: "pages-without-titles",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/site/routes.json")) return undefined;
      const table = JSON.parse(code, (key, value) => (key === "title" ? undefined : value));
      return { code: JSON.stringify(table), map: null };
    },
  };
}
