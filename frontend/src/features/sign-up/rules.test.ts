import { describe, expect, it } from "vitest";
import { languageFor, slugOf } from "./rules";

describe("slugOf", () => {
  it.each([
    ["Svaneti Jeeps", "svaneti-jeeps"],
    ["  Müller & Söhne GmbH ", "mueller-soehne-gmbh"],
    ["სვანეთის ჯიპები", "svanetis-jipebi"],
    ["Прокат Южный", "prokat-iuzhnyi"],
    ["Café Ñandú", "cafe-nandu"],
    ["24 Cars", "cars"],
    ["---", ""],
    [`${"a".repeat(39)} b`, "a".repeat(39)],
  ])("proposes an address for %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe("languageFor", () => {
  const offered = ["en", "de", "ka", "ru"];
  const country = (...languages: string[]) => ({ code: "", currency: "", timezone: "", languages });

  it("keeps the page's language where it is official", () => {
    expect(languageFor(country("de", "fr"), offered, "de")).toBe("de");
  });
  it("takes the country's, if the product has it", () => {
    expect(languageFor(country("ka"), offered, "en")).toBe("ka");
    expect(languageFor(country("ja"), offered, "en")).toBe("en");
  });
});
