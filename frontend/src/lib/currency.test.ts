import { beforeEach, describe, expect, it, vi } from "vitest";
import { platformJson } from "@/testing/seeds";
import { type DisplayCurrency, shownAmount, shownParts } from "./currency";

interface Case {
  amount: string;
  currency: string;
  rate: string;
  expected: string;
}

const { cases } = platformJson<{ cases: Case[] }>("tests/test_catalog_pricing/display_vectors.json");
const roundings: Record<string, DisplayCurrency["rounding"]> = {
  USD: { step: 1, mode: "up" },
  EUR: { step: 1, mode: "up" },
  GEL: { step: 1, mode: "nearest" },
  RUB: { step: 10, mode: "nearest" },
  AMD: { step: 100, mode: "nearest" },
  JPY: { step: 100, mode: "nearest" },
  KRW: { step: 1000, mode: "nearest" },
};

function currencyOf(code: string, rate: number): DisplayCurrency {
  const rounding = roundings[code];
  if (!rounding) throw new Error(`no rounding of ${code} here`);
  return { currency: code, rate, date: "2026-06-01", rounding };
}

describe("amounts in the visitor's currency", () => {
  it.each(cases)("shows $amount at $rate as $expected $currency, as the server does", (one) => {
    expect(shownAmount(Number(one.amount), currencyOf(one.currency, Number(one.rate)))).toBe(
      Number(one.expected),
    );
  });

  it("lets the lines of a price add up to its total", () => {
    const dollars = currencyOf("USD", 1.165);
    const amounts = [385, 100, 21, 3.5, -50.95];
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const parts = shownParts(amounts, dollars);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(shownAmount(total, dollars));
    parts.forEach((part, index) => {
      expect(Math.abs(part - (amounts[index] ?? 0) * dollars.rate)).toBeLessThanOrEqual(1);
    });
  });
});

describe("the chosen currency", () => {
  beforeEach(() => {
    vi.resetModules();
  });

  async function page(search = "") {
    const values = new Map<string, string>();
    const storage = {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, value: string) => void values.set(name, value),
      removeItem: (name: string) => void values.delete(name),
    };
    const location = { search };
    vi.stubGlobal("window", { localStorage: storage, sessionStorage: storage, location });
    return {
      location,
      load: async () => {
        vi.resetModules();
        const { provideSiteConfig } = await import("./site-config");
        provideSiteConfig({
          tenant: { currency: "EUR", timezone: "Asia/Tbilisi" },
          displayCurrencies: [currencyOf("USD", 1.165), currencyOf("GEL", 3.15)],
        } as never);
        return import("./currency");
      },
    };
  }

  it("is the company's own until another is chosen, and is remembered", async () => {
    const { load } = await page();
    const first = await load();
    expect(first.chosenCurrency()).toBeNull();
    first.chooseCurrency("GEL");
    expect(first.chosenCurrency()?.currency).toBe("GEL");
    expect((await load()).chosenCurrency()?.currency).toBe("GEL");
  });

  it("comes by a link, in any case, but not past a later choice in the same tab", async () => {
    const { load } = await page("?currency=usd&from=mail");
    const first = await load();
    expect(first.chosenCurrency()?.currency).toBe("USD");
    first.chooseCurrency("EUR");
    expect((await load()).chosenCurrency()).toBeNull();
  });

  it("names a price of one to the cent, so that several of them are their total", async () => {
    const { load } = await page();
    const { priceIn } = await load();
    const dollars = currencyOf("USD", 1.165);
    expect(priceIn(dollars)(55 * 7)).toBe("≈\u00a0$449");
    expect(priceIn(dollars, { isExact: true })(55)).toBe("≈\u00a0$64.08");
    expect(priceIn(currencyOf("AMD", 453.2), { isExact: true, isMarked: false })(55)).toMatch(/24,926$/);
    expect(priceIn(dollars)(0)).toBe("$0");
    expect(priceIn(null, { isExact: true })(55)).toBe("€55");
  });

  it("says of a rate that it is old after three days", async () => {
    vi.useFakeTimers({ now: new Date("2026-06-04T12:00:00Z"), toFake: ["Date"] });
    const { load } = await page();
    const { isRateOld } = await load();
    expect(isRateOld({ date: "2026-06-01" })).toBe(false);
    vi.setSystemTime(new Date("2026-06-05T12:00:00Z"));
    expect(isRateOld({ date: "2026-06-01" })).toBe(true);
    vi.useRealTimers();
  });

  it("is never one that the company does not offer", async () => {
    const { load } = await page("?currency=JPY");
    const first = await load();
    expect(first.chosenCurrency()).toBeNull();
    first.chooseCurrency("JPY");
    expect(first.chosenCurrency()).toBeNull();
  });
});
