import { formats, names, regions } from "virtual:languages";
import { expect, it } from "vitest";
import { otherDates, otherNumbers } from "./other-formats";

const georgian = async () => (await formats.ka?.())?.default ?? expect.fail("no Georgian");
const day = Date.UTC(2026, 4, 5, 6, 7);
const inTbilisi = { timeZone: "Asia/Tbilisi" } as const;

it("writes dates with the language's own names, whatever the style", async () => {
  const data = await georgian();
  const format = (options: Intl.DateTimeFormatOptions) =>
    otherDates(data, { ...options, ...inTbilisi }).format(day);
  expect(format({ weekday: "short", day: "numeric", month: "short" })).toMatch(/^სამ,? 5 მაი$/);
  expect(format({ weekday: "short", day: "numeric", month: "long", year: "numeric" })).toMatch(
    /^სამ,? 5 მაისი 2026$/,
  );
  expect(format({ dateStyle: "medium", timeStyle: "short" })).toBe("5 მაი 2026, 10:07");
  const range = otherDates(data, { day: "numeric", month: "short", timeZone: "UTC" });
  expect(range.formatRange(new Date("2026-07-01"), new Date("2026-08-02"))).toMatch(/^1 ივლ\s?–\s?2 აგვ$/);
});

it("writes numbers as Node's own data of the language has them", async () => {
  const data = await georgian();
  const options: Intl.NumberFormatOptions[] = [
    { maximumFractionDigits: 0 },
    { maximumFractionDigits: 2 },
    { style: "percent", maximumFractionDigits: 1 },
    { style: "currency", currency: "EUR", currencyDisplay: "narrowSymbol", maximumFractionDigits: 0 },
    { style: "currency", currency: "EUR", currencyDisplay: "narrowSymbol" },
  ];
  for (const option of options) {
    for (const value of [0, 0.125, 12.5, 485, 1234, 12_345, 1_234_567.25, -50.95]) {
      expect(otherNumbers(data, option).format(value)).toBe(
        new Intl.NumberFormat("ka", option).format(value),
      );
    }
  }
});

it("knows each language's own name, and the countries in it", async () => {
  expect(names).toMatchObject({ en: "English", ka: "ქართული", ru: "Русский", de: "Deutsch" });
  expect((await regions.ka?.())?.default).toMatchObject({ GE: "საქართველო", DE: "გერმანია" });
});

it("knows what currencies are called", async () => {
  const { currencies } = (await formats.ka?.())?.default ?? {};
  expect(currencies).toMatchObject({ GEL: "ქართული ლარი", USD: "აშშ დოლარი", EUR: "ევრო" });
});
