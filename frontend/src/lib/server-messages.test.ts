import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serverMessages } from "@/api/server-messages.gen";
import { ApiError, sentenceOf } from "./errors";
import { loadServerMessages, sentenceIn } from "./server-messages";

const tooShort = {
  code: "rental_too_short",
  message: "The shortest rental is 3 days",
  params: { days: 3 },
};
const idOf = (code: string) => serverMessages[code]?.id ?? "";

beforeEach(async () => {
  // A language without a catalogue, so that only the texts here are translated.
  i18n.load("uk", {
    [idOf("rental_too_short")]:
      "Найкоротша оренда — {days, plural, one {# день} few {# дні} many {# днів} other {# дня}}",
    [idOf("InvalidInput")]: "Перевірте позначені поля.",
    [idOf("early_return")]: "Повернення — {day, date, full}.",
  });
  i18n.activate("uk");
  await loadServerMessages();
});

afterEach(() => i18n.activate("en"));

it.each([
  [1, "Найкоротша оренда — 1 день"],
  [3, "Найкоротша оренда — 3 дні"],
  [5, "Найкоротша оренда — 5 днів"],
])("says a sentence with %i in the reader's language", (days, sentence) => {
  expect(sentenceIn({ ...tooShort, params: { days } })).toBe(sentence);
});

it("takes a day for a day of the reader's own zone", () => {
  const params = { day: "2026-07-06", days: 2, code: "early_return" };
  expect(sentenceIn({ code: "early_return", message: "…", params })).toContain("6 липня 2026");
});

it("says it in English where there is no translation, or no such code", () => {
  expect(sentenceIn({ code: "rental_too_long", message: "The longest rental is 365 days" })).toBe(
    "The longest rental is 365 days",
  );
  expect(sentenceIn({ code: "toString", message: "New since this page was loaded" })).toBe(
    "New since this page was loaded",
  );
});

it("leaves what the server wrote to a reader of English", () => {
  i18n.activate("en");
  expect(sentenceIn(tooShort)).toBe("The shortest rental is 3 days");
});

it("gives the sentences of a refusal and of its fields", () => {
  const fields = [{ field: "returnDate", ...tooShort }];
  const body = {
    success: false as const,
    error: "InvalidInput",
    code: "InvalidInput",
    message: "Please check the marked fields.",
    fields,
  };
  const error = new ApiError(422, body, "", undefined);
  expect(sentenceOf(error)).toBe("Перевірте позначені поля.");
  expect(error.body?.fields?.[0]?.message).toBe("Найкоротша оренда — 3 дні");
});

it("writes amounts of money as the reader does, in both", () => {
  const due = {
    code: "money_due_question",
    message: "272.50 EUR is still to pay.",
    params: { amount: "272.50 EUR" },
  };
  i18n.load("uk", { [idOf("money_due_question")]: "Ще сплатити: {amount}." });
  i18n.activate("uk");
  expect(sentenceIn(due)).toMatch(/^Ще сплатити: 272,50.€\.$/);
  i18n.activate("en");
  expect(sentenceIn(due)).toBe("€272.50 is still to pay.");
});
