import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

const tests = ["**/*.test.ts", "**/*.test.tsx", "src/testing/**"];
const wings = {
  booking: ["src/features/site/booking"],
  quiz: ["src/features/site/quiz"],
  partners: ["src/features/partners"],
  console: ["src/features/console", "src/components/console", "src/components/charts"],
};

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "ka", "ru", "de"],
  // One catalogue a wing, so that a page loads the texts of its own wing; "site" has what all pages share.
  catalogs: [
    ...Object.entries(wings).map(([name, include]) => ({
      path: `src/locales/{locale}/${name}`,
      include,
      exclude: tests,
    })),
    {
      path: "src/locales/{locale}/site",
      include: ["src"],
      exclude: [
        ...tests,
        ...Object.values(wings)
          .flat()
          .map((folder) => `${folder}/**`),
      ],
    },
  ],
  // No line numbers and no places: a text that stays is a line that stays.
  format: formatter({ origins: false, lineNumbers: false }),
  orderBy: "message",
});
