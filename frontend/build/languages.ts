import type { Plugin } from "vite";

const name = "virtual:languages";
const prefix = `\0${name}`;

/**
 * What the build knows of the product's languages by Node's Unicode data: each one's own name, and for browsers that
 * do not know a language its names of days, months, currencies and countries and its signs in numbers. A new language needs no line.
 */
export function languages(codes: string[]): Plugin {
  const load = (part: string) =>
    `{${codes.map((code) => `${JSON.stringify(code)}: () => import("${name}/${part}/${code}")`).join(", ")}}`;
  return {
    name: "languages",
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const [, part, code = ""] = id.slice(prefix.length).split("/");
      if (part === "formats") return `export default ${JSON.stringify(formatsOf(code))}`;
      if (part === "regions") return `export default ${JSON.stringify(regionsOf(code))}`;
      const names = Object.fromEntries(codes.map((language) => [language, ownName(language)]));
      return `export const names = ${JSON.stringify(names)};
export const formats = ${load("formats")};
export const regions = ${load("regions")};`;
    },
  };
}

function ownName(language: string): string {
  const text = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  // Georgian has capitals in Unicode, and begins no word with them.
  return /^\p{Script=Georgian}/u.test(text)
    ? text
    : text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

function formatsOf(language: string) {
  const part = (date: Date, options: Intl.DateTimeFormatOptions, type: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
      .formatToParts(date)
      .find((item) => item.type === type)?.value ?? "";
  const months = (style: "long" | "short") =>
    Array.from({ length: 12 }, (_, at) =>
      part(new Date(Date.UTC(2024, at, 1)), { day: "numeric", month: style }, "month"),
    );
  const weekdays = (style: "long" | "short") =>
    Array.from({ length: 7 }, (_, at) =>
      part(new Date(Date.UTC(2024, 0, 7 + at)), { weekday: style }, "weekday"),
    );
  const number = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const sign = (type: string) => number.find((item) => item.type === type)?.value ?? "";
  const thousands = new Intl.NumberFormat(language).formatToParts(1234);
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).formatToParts(1);
  return {
    months: { long: months("long"), short: months("short") },
    weekdays: { long: weekdays("long"), short: weekdays("short") },
    decimal: sign("decimal"),
    group: sign("group"),
    groupedFrom: thousands.some(({ type }) => type === "group") ? 4 : 5,
    isCurrencyLast: money.findIndex(({ type }) => type === "currency") > 0,
    currencies: currenciesOf(language),
    percent: new Intl.NumberFormat(language, { style: "percent" }).format(0),
  };
}

// What prices can be shown in (platform/src/abano/company/settings/rules.py).
const currencies =
  "AED AMD AUD AZN BRL CAD CHF CNY CZK DKK EUR GBP GEL HKD HUF IDR ILS INR ISK JPY KRW KZT MXN MYR NOK NZD PLN QAR RON RSD RUB SAR SEK SGD THB TRY UAH USD UZS VND ZAR";

function currenciesOf(language: string): Record<string, string> {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  return Object.fromEntries(currencies.split(" ").map((code) => [code, names.of(code) ?? code]));
}

function regionsOf(language: string) {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const found: Record<string, string> = {};
  for (const first of letters) {
    for (const second of letters) {
      const text = names.of(first + second);
      if (text) found[first + second] = text;
    }
  }
  return found;
}
