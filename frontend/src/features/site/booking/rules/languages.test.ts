import { i18n } from "@lingui/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDays } from "@/lib/format";
import { beginWith, loadCatalogues } from "@/lib/i18n";
import { testSite } from "@/testing/site";
import { seatAdvice } from "../late/seats";
import { personalProblems } from "./schema";

afterAll(() => i18n.activate("en"));

describe("rules speak the language that is active when they are asked", () => {
  const noOne = {
    firstName: "",
    lastName: "",
    customerEmail: "",
    customerPhone: "",
    driverAge: "12",
    groupSize: "0",
  };

  it.each([
    ["en", /[A-Za-z]{3}/],
    ["ka", /[ა-ჰ]{3}/],
    ["ru", /[а-яё]{3}/i],
    ["de", /[a-zäöüß]{3}/i],
  ])("%s", async (language, letters) => {
    beginWith(language);
    await loadCatalogues("site", "booking");
    const problems = Object.values(personalProblems(noOne, testSite().rental));
    expect(problems).toHaveLength(6);
    for (const text of problems) expect(text).toMatch(letters);
    const english = problems.filter((text) => /Please enter|must be/.test(text ?? ""));
    expect(english).toHaveLength(language === "en" ? 6 : 0);
  });
});

describe("numbers use the plural form of the language", () => {
  beforeAll(async () => {
    beginWith("ru");
    await loadCatalogues("site", "booking", "booking-late");
  });

  it.each([
    [1, "день"],
    [3, "дня"],
    [7, "дней"],
    [21, "день"],
  ])("%i in Russian", (days, word) => {
    beginWith("ru");
    expect(formatDays(days)).toBe(`${days} ${word}`);
  });

  it("and two of them in one sentence", () => {
    const { cars } = testSite();
    const advice = seatAdvice(cars, "Toyota FJ Cruiser", "6");
    expect(advice?.text).toMatch(/Toyota FJ Cruiser/);
    expect(advice?.text).toMatch(/5/);
    expect(advice?.text).toMatch(/6/);
    expect(advice?.text).not.toMatch(/seats|people|plural/);
  });

  it("Georgian nouns stay singular behind a number", async () => {
    beginWith("ka");
    await loadCatalogues("site");
    expect(formatDays(7).replace("7", "1")).toBe(formatDays(1));
  });
});
