import type { Plugin } from "vite";

/**
 * Has browsers compile all functions of these chunks while they load, beside the page: compiled at their first call,
 * hundreds of small ones block the page of a slow phone when it starts. Browsers that do not know the comment skip it.
 */
export function compileAhead(names: string[]): Plugin {
  return {
    name: "compile-ahead",
    apply: "build",
    generateBundle: {
      // After Vite has put its table of files at the beginning: the comment counts in the first line only.
      order: "post",
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== "chunk" || !names.includes(output.name)) continue;
          output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
        }
      },
    },
  };
}
