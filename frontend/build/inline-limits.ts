import type { Plugin } from "vite";

const file = /src\/api\/limits\.gen\.ts$/;
const imported = /import\s*\{([^}]*)\}\s*from\s*"(?:@|\.\.?(?:\/[^"]*)?)\/api\/limits\.gen";/g;

/** Puts the limits that a module imports into it: as one module, a visitor would load those of the console too. */
export function inlineLimits(): Plugin {
  let limits = new Map<string, string>();
  return {
    name: "inline-limits",
    apply: "build",
    enforce: "pre",
    async buildStart() {
      const text = await this.fs.readFile("src/api/limits.gen.ts", { encoding: "utf8" });
      limits = new Map(
        [...text.matchAll(/^export const (\w+) = (\{.*?^\}) as const;/gms)].map(
          ([, name = "", value = ""]) => [name, value],
        ),
      );
    },
    transform: {
      filter: { code: /api\/limits\.gen"/, id: { exclude: file } },
      handler: (code) =>
        code.replace(imported, (_, names: string) =>
          names
            .split(",")
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => {
              const [exported = "", local = exported] = name.split(/\s+as\s+/);
              const value = limits.get(exported);
              if (value === undefined) throw new Error(`inline-limits: no ${exported}`);
              return `const ${local} = ${value};`;
            })
            .join("\n"),
        ),
    },
  };
}
