import { describe, expect, it } from "vitest";
import type { Currencies } from "./api";
import {
  ageInDays,
  changeInPercent,
  isOld,
  isSuspicious,
  newRateOf,
  ratedCurrencies,
  readRate,
} from "./rules";

describe("a rate as typed", () => {
  it.each([
    ["1.165", 1.165],
    [" 3,15 ", 3.15],
    ["0.000001", 0.000001],
    ["99999999.999999", 99999999.999999],
  ])("reads %s", (text, rate) => {
    expect(readRate(text)).toBe(rate);
  });

  it.each(["", "0", "-1", "1.1234567", "1e3", "1.165 USD", "999999999", "1,165.2", "NaN"])(
    "does not read %s",
    (text) => {
      expect(readRate(text)).toBeNull();
    },
  );

  it("is sent with a point, and without a day where it begins at once", () => {
    expect(newRateOf({ currency: "USD", rate: " 1,165", startsOn: "" })).toEqual({
      currency: "USD",
      rate: "1.165",
      startsOn: null,
    });
  });
});

describe("what is noticed of a rate", () => {
  it("is a change that may be a slip", () => {
    expect(isSuspicious(changeInPercent(11.65, 1.165))).toBe(true);
    expect(isSuspicious(changeInPercent(0.858, 1.165))).toBe(true);
    expect(isSuspicious(changeInPercent(1.18, 1.165))).toBe(false);
    expect(isSuspicious(changeInPercent(1.18, null))).toBe(false);
  });

  it("is that it has grown old", () => {
    const now = new Date("2026-07-02T08:00:00Z");
    expect(ageInDays("2026-06-01T09:00:00Z", now)).toBe(30);
    expect(isOld(7)).toBe(false);
    expect(isOld(8)).toBe(true);
    expect(ageInDays("2026-06-25", now)).toBe(7);
    expect(isOld(ageInDays("2026-06-01T07:00:00Z", now))).toBe(true);
    expect(ageInDays("2026-08-01T09:00:00Z", now)).toBe(0);
  });
});

it("lists what visitors may choose first, and leaves out what has no rate", () => {
  const rounding = { step: 1, mode: "up" as const };
  const supported = ["CHF", "GBP", "GEL", "USD"].map((currency) => ({
    currency,
    rounding,
    rate: currency === "GBP" ? null : 1,
    validFrom: currency === "GBP" ? null : "2026-06-01T09:00:00Z",
    source: "",
    sourceDay: null,
  }));
  const currencies: Currencies = {
    charged: "EUR",
    shown: ["USD", "GEL"],
    supported,
    history: [],
    daily: { isOn: false, source: "", checkedAt: null },
    held: [],
  };
  expect(ratedCurrencies(currencies).map((item) => item.currency)).toEqual(["USD", "GEL", "CHF"]);
});
