import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import routes from "../platform/src/abano/site/pages/routes.json" with { type: "json" };
import { apiReference } from "./build/api-reference.ts";
import { compileAhead } from "./build/compile-ahead.ts";
import { firstLoad } from "./build/first-load.ts";
import { inlineLimits } from "./build/inline-limits.ts";
import { languages } from "./build/languages.ts";
import { lightPageTable } from "./build/light-page-table.ts";
import texts from "./lingui.config.ts";

const { embed, site } = routes;
const pageTable = new URL("../platform/src/abano/site/pages/routes.json", import.meta.url).pathname;

const platform = process.env.ABANO_ORIGIN ?? "http://127.0.0.1:8000";

// Letters beyond the Latin ones, which the pages of a language need at once.
const scripts: Record<string, string> = { ka: "georgian-georgian", ru: "cyrillic" };

/** Glyphs that each language needs in a font. All need Latin letters: names of cars, addresses. */
const lettersOf = (family: string) =>
  Object.fromEntries(
    texts.locales.map((code) => [
      code,
      [...new Set([scripts[code] ?? "latin", "latin"])].map((letters) => `${family}-${letters}-wght`),
    ]),
  );
/** Text in the usual face below headings in a face of one weight, of which the language's own letters are enough. */
const headed = (fontOf: (code: string) => string | undefined) =>
  Object.fromEntries(
    texts.locales.map((code) => [
      code,
      [fontOf(code), ...(sans[code] ?? [])].filter((name) => name !== undefined),
    ]),
  );
const sans: Record<string, string[]> = {
  ...lettersOf("noto-sans"),
  ka: ["noto-sans-mkhedruli-wght", "noto-sans-latin-wght"],
};
const serif = lettersOf("noto-serif");
// Of headings only the letters of the language itself: they are few words.
const mixed = headed((code) => serif[code]?.[0]);
// As src/styles.css names them.
const panorama = headed((code) =>
  code === "ka" ? undefined : `sofia-sans-condensed-${scripts[code] ?? "latin"}-800`,
);
const editorial = headed((code) =>
  code === "ka" ? "noto-serif-georgian-georgian-500" : `spectral-${scripts[code] ?? "latin"}-500`,
);

// A few files instead of dozens: each costs a phone a turn in the queue of connections.
// Pages of people who work here: console and affiliates.
const innerFolder = "assets/inner/";

const base = [
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|clsx|openapi-fetch|@lingui)\//,
  /node_modules\/lucide-react\/dist\/esm\/((?!icons|dynamic)|icons\/(check|message-circle|menu|x|chevron-down|users|star|arrow-left)\.)/,
  /src\/(lib\/(?!query-client|save-file)|config\/|components\/(layout\/|ui\/(button|one-by-one|picture|toast|toaster)\.))/,
  /src\/features\/site\/shared\/(tracking\/|(outbox|quiz-session|referral)\.)/,
  /src\/app\/(site-frame|page-head)\./,
  /site\/pages\/routes\.json$/,
  /^\0?rolldown\/runtime/,
];

// What several public pages need besides. Pages ask for few files, so that none waits for a turn behind others.
const sharedBy = {
  // Booking, and one's own, too.
  trip: [
    /src\/features\/site\/shared\/(availability\/(ask|own-hold|use-fleet-availability)|pricing\/(rules|days)|search\/(rules|times))\.ts$/,
    /src\/components\/ui\/(field|late-part)\./,
    /src\/features\/site\/shared\/pricing\/rate-note\./,
    /lucide-react\/dist\/esm\/icons\/circle-check\./,
    /src\/features\/site\/shared\/bot-check\//,
  ],
  // The quiz too.
  recommend: [/src\/features\/site\/shared\/(load-recommended|recommendation)\.ts$/],
  // Own bookings too. Before the cars, which would take it along.
  terms: [
    /src\/features\/site\/shared\/(terms|to-bring)\//,
    /lucide-react\/dist\/esm\/icons\/(banknote|book-user|calendar-x-2|credit-card|fuel|gauge|id-card|receipt-text|user-(check|round)|wallet)\./,
  ],
  // The home page, cars and places.
  search: [
    /src\/features\/site\/shared\/search\/(?!(rules|times)\.ts$)/,
    /lucide-react\/dist\/esm\/icons\/(calendar-days|search)\./,
  ],
  cars: [
    /src\/features\/site\/shared\/(cars\/|availability\/(availability-mark|words)|pricing\/price-cache|rating-line)/,
    /lucide-react\/dist\/esm\/icons\/(chevron-(left|right)|play)\./,
  ],
  places: [/lucide-react\/dist\/esm\/icons\/(clock|external-link)\./],
  marks: [/lucide-react\/dist\/esm\/icons\/(camera|circle|list|map-pin|plane|snowflake|sun)\./],
  wizard: [
    /src\/features\/site\/booking\/components\/(step-heading|price-lines)/,
    /src\/features\/site\/shared\/(booked|pricing\/(whole-price|opening-hours))\.ts$/,
  ],
  // Choices and messages: files of one kilobyte each, which would be asked for one by one.
  choices: [
    /node_modules\/@radix-ui\/react-(compose-refs|context|direction|id|presence|primitive|slot|use-[a-z-]+)\/|node_modules\/@radix-ui\/primitive\//,
  ],
  // All sections of one's own booking.
  own: [/src\/features\/site\/my-booking\/(api|use-own|rules\/[a-z]+|components\/section)\.tsx?$/],
  // All steps of the wizard.
  steps: [
    /src\/features\/site\/booking\/(rules\/|hold\.|use-step-form\.|components\/(step-bar|total-figure))/,
  ],
};
const groupsOf = (parts: Record<string, RegExp[]>, priority: number) =>
  Object.entries(parts).map(([name, tests]) => ({
    name,
    test: (id: string) => tests.some((test) => test.test(id)),
    priority,
  }));

export default defineConfig({
  plugins: [
    // A build without a text would show its name.
    lingui({ macroTransform: true, failOnCompileError: true }),
    languages(texts.locales),
    lightPageTable,
    inlineLimits(),
    react(),
    tailwindcss(),
    apiReference,
    compileAhead(["base"]),
    firstLoad({
      routes: {
        [site.home.path]: ["features/site/home/page.tsx"],
        [site.oldLanding.path]: ["features/site/home/page.tsx"],
        [site.booking.path]: ["app/data-frame.tsx", "features/site/booking/page.tsx"],
        [site.quiz.path]: ["app/data-frame.tsx", "features/site/quiz/page.tsx"],
        [site.car.path]: ["features/site/car/page.tsx"],
        [site.place.path]: ["features/site/place/page.tsx"],
        [site.cars.path]: ["features/site/car/list-page.tsx"],
        [site.places.path]: ["features/site/place/list-page.tsx"],
        [site.guides.path]: ["features/site/guide/list-page.tsx"],
        [site.help.path]: ["features/site/help/page.tsx"],
        [site.reviews.path]: ["app/data-frame.tsx", "app/inner-routes.tsx", "features/site/reviews/page.tsx"],
        [site.thankYou.path]: ["app/data-frame.tsx", "features/site/thank-you/page.tsx"],
        [site.myBooking.path]: ["app/data-frame.tsx", "features/site/my-booking/page.tsx"],
        [site.terms.path]: ["app/data-frame.tsx", "features/site/documents/page.tsx"],
        [site.privacy.path]: ["app/data-frame.tsx", "features/site/documents/page.tsx"],
        [site.guide.path]: ["app/data-frame.tsx", "features/site/guide/page.tsx"],
        [site.ownPage.path]: ["app/data-frame.tsx", "features/site/guide/page.tsx"],
        ...Object.fromEntries(
          Object.values(embed).map(({ path }) => [path, ["features/site/embed/page.tsx"]]),
        ),
      },
      catalogues: {
        [site.booking.path]: ["booking"],
        [site.quiz.path]: ["quiz"],
        [site.thankYou.path]: ["after"],
        [site.terms.path]: ["after"],
        [site.privacy.path]: ["after"],
        [site.myBooking.path]: ["after"],
        [site.car.path]: ["choosing"],
        [site.place.path]: ["choosing"],
        [site.cars.path]: ["choosing"],
        [site.places.path]: ["choosing"],
        [site.help.path]: ["choosing"],
        [site.reviews.path]: ["choosing"],
        ...Object.fromEntries(Object.values(embed).map(({ path }) => [path, ["embed"]])),
      },
      fonts: sans,
      // As a company's brand names them (platform/src/abano/tenancy/directory/brand.py).
      faces: { "noto-serif": serif, mixed, panorama, editorial },
      // What Chromium does not know of a language must not be found late.
      formats: ["ka"],
    }),
  ],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    assetsInlineLimit: 0,
    // What these pages need besides is found when they arrive: naming it all would weigh on every public page.
    modulePreload: {
      resolveDependencies: (file, needed) => (file.startsWith(innerFolder) ? [] : needed),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `${/\/src\/features\/(console|partners)\//.test(facadeModuleId ?? "") ? innerFolder : "assets/"}[name]-[hash].js`,
        codeSplitting: {
          groups: [
            { name: "base", test: (id) => base.some((part) => part.test(id)), priority: 3 },
            {
              name: "data",
              test: /node_modules\/@tanstack\/(react-query|query-core)|src\/lib\/query-client/,
              priority: 2,
            },
            ...groupsOf(sharedBy, 1),
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": platform, "/brand.css": platform }, fs: { allow: [".", pageTable, "../docs"] } },
});
