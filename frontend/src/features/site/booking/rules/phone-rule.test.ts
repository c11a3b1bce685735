import { expect, it } from "vitest";
import { internationalPhone, phoneProblem } from "./phone-rule";

const generic = "Please enter a valid phone number with country code";

it.each([
  ["+995 599 12 34 56", null],
  ["+995 0599 12 34 56", null],
  ["+44 20 7946 0000", null],
  ["+39 06 1234 5678", null],
  ["+1876 555 1234", null],
  ["+995 ", generic],
  ["+995 12", generic],
  ["+995 abc", generic],
  ["599 12 34 56 78", generic],
  ["+44 2079 4600 0012 3456", generic],
  ["+995 59912", "A number has 9 digits after +995; this one has 5"],
  ["+1 202 555 01234", "A number has 10 digits after +1; this one has 11"],
])("%s: %s", (text, problem) => expect(phoneProblem(text)).toBe(problem));

it.each([
  ["+995 599 12 34 56", "+995599123456"],
  ["+995 0599 12 34 56", "+995599123456"],
  ["+49 01512 3456789", "+4915123456789"],
  ["+39 06 1234 5678", "+390612345678"],
  ["+1876 555 1234", "+18765551234"],
])("%s is sent as %s", (text, sent) => expect(internationalPhone(text)).toBe(sent));
