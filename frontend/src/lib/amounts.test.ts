import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { readAmount, readNumber, restOf, typedAmount, typedNumber } from "./amounts";

const english = i18n.locale;
function speak(language: string) {
  i18n.load(language, {});
  i18n.activate(language);
}
afterEach(() => i18n.activate(english));

test.each(["en", "de", "ru", "ka"])("cents are read after either mark in %s", (language) => {
  speak(language);
  expect([readNumber("57,50"), readNumber("57.5"), readNumber("-3"), readNumber(" 1 250,05 ")]).toEqual([
    57.5, 57.5, -3, 1250.05,
  ]);
});

test("thousands are read as the reader's language writes them", () => {
  expect([readNumber("1,250"), readNumber("1,250.05"), readNumber("1,000,000")]).toEqual([
    1250, 1250.05, 1_000_000,
  ]);
  speak("de");
  expect([readNumber("1.250"), readNumber("1.250,05")]).toEqual([1250, 1250.05]);
});

test("what may be thousands or thousandths is refused", () => {
  expect([readNumber("1.250"), readNumber("0,125"), readNumber("1.250,05")]).toEqual([null, null, null]);
  for (const language of ["de", "ru", "ka"]) {
    speak(language);
    expect([readNumber("1,250"), readNumber("1,250", 6) === 1250]).toEqual([null, false]);
  }
});

test("what is typed is read again as the same number", () => {
  for (const language of ["en", "de", "ru", "ka"]) {
    speak(language);
    for (const number of [57, 57.5, 41.715138]) expect(readNumber(typedNumber(number), 6)).toBe(number);
    expect(readAmount(typedAmount(85.5))).toBe(85.5);
  }
});

test("an amount of money is neither negative nor parts of a cent", () => {
  for (const text of ["", "-5", "1.005", "abc", "1e3", "123456789", "1,00,0"]) {
    expect(readAmount(text)).toBeNull();
  }
  expect([readAmount("12,50"), readAmount("80")]).toEqual([12.5, 80]);
});

test("an amount to begin with has cents only where there are some", () => {
  expect([85, 85.5, 0, -5].map(typedAmount)).toEqual(["85", "85.50", "", ""]);
});

test("what is left is exact to the cent", () => {
  expect(restOf(300.3, 100.1, 200.1)).toBe(0.1);
  expect(restOf(10, 12)).toBe(-2);
});
