declare module "virtual:languages" {
  import type { LanguageData } from "./other-formats";

  /** Each language of the product in its own words. */
  export const names: Record<string, string>;
  /** What a browser needs that does not know the language. */
  export const formats: Record<string, () => Promise<{ default: LanguageData }>>;
  /** Countries by their ISO 3166 code. */
  export const regions: Record<string, () => Promise<{ default: Record<string, string> }>>;
}

declare module "*.po" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}
