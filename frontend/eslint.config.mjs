// One question only, which Biome cannot answer: is a text for people in the code, outside the catalogues?
import lingui from "eslint-plugin-lingui";
import typescript from "typescript-eslint";

export default typescript.config({
  files: ["src/**/*.{ts,tsx}"],
  ignores: ["src/**/*.test.{ts,tsx}", "src/testing/**", "src/api/**", "src/locales/**",
    // Operators read English.
    "src/features/operator/**",
  ],
  languageOptions: { parser: typescript.parser, parserOptions: { projectService: true } },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  plugins: { lingui },
  rules: {
    "lingui/no-unlocalized-strings": [
      "error",
      {
        useTsTypes: true,
        ignore: [
          // What is no sentence: names, addresses, classes, a single word in small letters, codes in capitals.
          "^(?![A-Z])\\S*$",
          "^[A-Z0-9_-]+$",
          // Classes of Tailwind, one of them at least with a hyphen.
          "^(?=.*[a-z]-)[a-z0-9:/.()[\\]%_,*&>=#'-]+( [a-z0-9:/.()[\\]%_,*&>=#'-]+)*$",
          // Moments, fonts, cookies, places in a template of the server, and the list of calling codes.
          "^T[\\d:.]*Z?$",
          "^\\d+px ",
          "^=?; ",
          "^(href=\")?{[{%]",
          "^[A-Z]{2} \\d",
          // A brand, and placeholders of texts that the company writes.
          "^WhatsApp$",
          "^({[a-z_:0-9]+} ?)+$",
          // Selectors.
          "^(main )?h1$",
        ],
        ignoreNames: [
          { regex: { pattern: "className$", flags: "i" } },
          { regex: { pattern: "^(aria-(hidden|live|current)|data-.*|key|id|name|type|role|rel|href|src|to|path|d|viewBox|fill|stroke|sizes|media|autoComplete|inputMode|accept|method|action|target|pattern|form|htmlFor|loading|fetchPriority|decoding|preserveAspectRatio|transform|style|displayName|context|comment)$" } },
        ],
        ignoreFunctions: [
          "cn",
          "cva",
          "*.includes",
          "*.startsWith",
          "*.get",
          "*.set",
          "*.has",
          "*.addEventListener",
          "*.removeEventListener",
          "*.querySelector",
          "*.matchMedia",
          "*.fillText",
          "Error",
          "console.*",
          "require",
          "Intl.*",
        ],
      },
    ],
    "lingui/no-expression-in-message": "error",
    "lingui/no-single-variables-to-translate": "error",
    "lingui/no-single-tag-to-translate": "error",
    "lingui/t-call-in-function": "error",
    "lingui/no-trans-inside-trans": "error",
  },
});
