import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface Options {
  /** The modules that a page's route loads, by address. */
  routes: Record<string, string[]>;
  /** The texts that a page's route loads beside the shared ones ("site"), by address. */
  catalogues: Record<string, string[]>;
  /** By language how names of fonts begin that each of its pages needs at once, the most important first. */
  fonts: Record<string, string[]>;
  /** The same for each other face that a company may choose. */
  faces: Record<string, Record<string, string[]>>;
  /** Languages whose formats (build/languages.ts) browsers need from us. */
  formats: string[];
}

/**
 * Writes first-load.json beside index.html: for each address the scripts that its route will ask for, its texts by
 * language, and the fonts by language. The server turns them into preload links, so that nothing is discovered late.
 */
export function firstLoad({ routes, catalogues, fonts, faces, formats }: Options): Plugin {
  return {
    name: "first-load",
    apply: "build",
    generateBundle(_, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === "chunk");
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const closure = (files: string[], known = new Set<string>()): Set<string> => {
        for (const file of files) {
          if (known.has(file)) continue;
          known.add(file);
          closure(byFile.get(file)?.imports ?? [], known);
        }
        return known;
      };
      const catalogue = /\/src\/locales\/([^/]+)\/([^/]+)\.po$/;
      // What index.html itself names.
      const entry = closure(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
      const filesOf = (modules: string[]) => {
        const own = modules.map((module) => {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(`/src/${module}`));
          if (!chunk) throw new Error(`first-load: no chunk begins with ${module}`);
          return chunk.fileName;
        });
        return [...closure(own)].filter((file) => !entry.has(file)).map((file) => `/${file}`);
      };
      // What the page loads once it is there; texts are named by language below.
      const laterOf = (first: string[]) => {
        const named = first.flatMap((file) => byFile.get(file.slice(1))?.dynamicImports ?? []);
        const code = named.filter((file) => !catalogue.test(byFile.get(file)?.facadeModuleId ?? ""));
        return [...closure(code)]
          .map((file) => `/${file}`)
          .filter((file) => !first.includes(file) && !entry.has(file.slice(1)));
      };
      const texts = chunks.flatMap((chunk) => {
        const [, language, name] = catalogue.exec(chunk.facadeModuleId ?? "") ?? [];
        return language && name ? [{ language, name, file: `/${chunk.fileName}` }] : [];
      });
      const textsOf = (language: string, path: string) => {
        const names = ["site", ...(catalogues[path] ?? [])];
        const files = texts
          .filter((text) => text.language === language && names.includes(text.name))
          .map(({ file }) => file);
        const data = chunks.find((chunk) =>
          chunk.facadeModuleId?.endsWith(`virtual:languages/formats/${language}`),
        );
        return data && formats.includes(language) ? [...files, `/${data.fileName}`] : files;
      };
      const languages = [...new Set(texts.map(({ language }) => language))];
      const byPath = (language: string) =>
        Object.fromEntries(Object.keys(routes).map((path) => [path, textsOf(language, path)]));
      const fontsOf = (names: string[]) =>
        names.flatMap((start) =>
          outputs
            .filter(({ fileName }) => fileName.startsWith(`assets/${start}`))
            .map(({ fileName }) => `/${fileName}`),
        );
      const byLanguage = (named: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(named).map(([language, names]) => [language, fontsOf(names)]));
      const afterPaint = this.emitFile({
        type: "asset",
        name: "after-paint.js",
        source: readFileSync(new URL("./after-paint.js", import.meta.url)),
      });
      const source = {
        afterPaint: `/${this.getFileName(afterPaint)}`,
        catalogues: Object.fromEntries(languages.map((language) => [language, byPath(language)])),
        routes: Object.fromEntries(Object.entries(routes).map(([path, modules]) => [path, filesOf(modules)])),
        later: Object.fromEntries(
          Object.entries(routes).map(([path, modules]) => [path, laterOf(filesOf(modules))]),
        ),
        fonts: byLanguage(fonts),
        faces: Object.fromEntries(Object.entries(faces).map(([face, named]) => [face, byLanguage(named)])),
      };
      this.emitFile({ type: "asset", fileName: "first-load.json", source: JSON.stringify(source) });
    },
  };
}
