import { readdirSync } from "node:fs";
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

const tests = ["**/*.test.ts", "**/*.test.tsx", "src/testing/**"];
// Used by pages of three wings.
const newPassword = "src/components/forms/new-password.*";
const dialogs = ["src/components/ui/dialog.*", "src/components/ui/confirm-dialog.*"];
const serverMessages = "src/api/server-messages.gen.ts";
const wings = {
  booking: ["src/features/site/booking"],
  "booking-late": [
    "src/features/site/booking/late",
    "src/features/site/shared/protection",
    "src/features/site/shared/terms",
    "src/features/site/shared/times",
    "src/features/site/shared/to-bring",
  ],
  after: [
    "src/features/site/documents",
    "src/features/site/my-booking",
    "src/features/site/payment",
    "src/features/site/thank-you",
    "src/features/site/write-review",
    "src/features/site/shared/ad-choices",
    "src/features/site/shared/after",
    "src/features/site/shared/terms",
    "src/features/site/shared/to-bring",
    "src/features/site/shared/offline",
  ],
  choosing: [
    "src/features/site/car",
    "src/features/site/guide/route",
    "src/features/site/help",
    "src/features/site/home",
    "src/features/site/place",
    "src/features/site/reviews",
    "src/features/site/shared/cars",
    "src/features/site/shared/choosing",
    "src/features/site/shared/fleet",
    "src/features/site/shared/map",
    "src/features/site/shared/reviews",
    "src/features/site/shared/protection",
    "src/features/site/shared/terms",
    "src/features/site/shared/times",
    "src/features/site/shared/to-bring",
  ],
  embed: ["src/features/site/embed"],
  // Read while the front end is built, never by a browser.
  "first-screens": ["src/app/first-screens"],
  quiz: ["src/features/site/quiz"],
  partners: ["src/features/partners", newPassword, ...dialogs, "src/components/forms/unsaved-work.*"],
  "sign-up": ["src/features/sign-up", newPassword],
  console: [
    "src/features/console",
    "src/components/console",
    ...dialogs,
    "src/components/charts",
    "src/components/forms",
    "src/components/tables",
  ],
};

// A language is a folder; commands run beside this file.
const locales = readdirSync("src/locales", { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

export default defineConfig({
  sourceLocale: "en",
  locales,
  // One catalogue per wing, so that a page loads only its wing's texts; "site" has what all pages share.
  catalogs: [
    ...Object.entries(wings).map(([name, include]) => ({
      path: `src/locales/{locale}/${name}`,
      include,
      exclude: name === "booking" ? [...tests, "src/features/site/booking/late/**"] : tests,
    })),
    // What the server says: loaded with its first refusal, and only where it is not read in English.
    { path: "src/locales/{locale}/server", include: [serverMessages] },
    {
      path: "src/locales/{locale}/site",
      include: ["src"],
      exclude: [
        ...tests,
        serverMessages,
        ...Object.values(wings)
          .flat()
          .flatMap((place) => [place, `${place}/**`]),
      ],
    },
  ],
  // No line numbers and no places: a text that stays is a line that stays.
  format: formatter({ origins: false, lineNumbers: false }),
  orderBy: "message",
});
