// Import rules: app, then features, then components, then lib. `depcruise src` answers with what breaks it.
const tests = "\\.test\\.tsx?$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module, or need a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "a-feature-imports-no-other",
      comment: "A feature imports its own modules and its wing's shared folder.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/($2|shared)/" },
    },
    {
      name: "shared-imports-no-feature",
      comment: "Shared code of a wing is below its features.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/shared/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/shared/" },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^src/(features|components|lib|config|api)/" },
      to: { path: "^src/(app/|main)" },
    },
    {
      name: "components-below-features",
      severity: "error",
      from: { path: "^src/(components|lib|config|api|testing)/" },
      to: { path: "^src/features/" },
    },
    {
      name: "lib-below-components",
      severity: "error",
      from: { path: "^src/(lib|config|api)/" },
      to: { path: "^src/components/" },
    },
    {
      name: "rules-compute",
      comment: "Rules and calls of a feature draw nothing.",
      severity: "error",
      from: { path: "^src/features/.*/(api|rules|rules/[^/]+|words)\\.ts$", pathNot: tests },
      to: { path: "^src/components/|/components/|page\\.tsx$|^node_modules/(react|react-dom|radix-ui)/" },
    },
    {
      name: "public-pages-load-nothing-of-the-console",
      severity: "error",
      from: { path: "^src/(features/(site|partners)|components/(ui|layout)|lib)/", pathNot: tests },
      to: { path: "^src/components/(console|charts|tables)/|^node_modules/recharts/" },
    },
    {
      name: "tests-are-imported-by-tests",
      severity: "error",
      from: { path: "^src/", pathNot: `${tests}|^src/testing/` },
      to: { path: `${tests}|^src/testing/` },
    },
    {
      name: "every-module-is-used",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: `${tests}|\\.d\\.ts$|^src/main\\.tsx$` },
      to: {},
    },
    // What the build itself writes has no file.
    { name: "resolves", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^virtual:" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
