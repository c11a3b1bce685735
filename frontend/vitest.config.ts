import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

// Apart from the build's, which `make run` makes without the packages of the tests.
const tests = defineConfig({
  test: {
    // A busy machine takes its time; what hangs is still found.
    testTimeout: 240_000,
    // Waits end with what is waited for: a slow machine only takes longer.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // What only computes needs no browser.
      {
        extends: true,
        test: {
          name: "rules",
          environment: "node",
          isolate: false,
          setupFiles: ["src/testing/language.ts", "src/testing/fresh.ts"],
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.browser.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "jsdom",
          isolate: false,
          setupFiles: ["src/testing/language.ts", "src/testing/setup.ts"],
          include: ["src/**/*.test.tsx", "src/**/*.browser.test.ts"],
        },
      },
    ],
  },
});

export default mergeConfig(build, tests);
