import { i18n } from "@lingui/core";
import { afterEach, expect, it } from "vitest";
import { translate } from "@/testing/translations";
import { periodWords, usesWords } from "./words";

const uses = "{uses, plural, one {# use} other {# uses}}";
translate("ru", [
  [uses, "{uses, plural, one {# применение} few {# применения} many {# применений} other {# применения}}"],
]);

afterEach(() => i18n.activate("en"));

it.each([
  [1, "1 применение"],
  [3, "3 применения"],
  [5, "5 применений"],
  [11, "11 применений"],
  [21, "21 применение"],
  [1200, "1\u00a0200 применений"],
])("counts %i in Russian by its own forms", (count, words) => {
  i18n.activate("ru");
  expect(usesWords({ uses: count, maximumUses: null })).toBe(words);
});

it("says how many of how many, and when a code works", () => {
  expect(usesWords({ uses: 2, maximumUses: 10 })).toBe("2 of 10 uses");
  expect(usesWords({ uses: 1, maximumUses: null })).toBe("1 use");
  expect(periodWords({ firstDay: "2026-07-01", lastDay: "2026-07-31" })).toBe("1 Jul 2026 to 31 Jul 2026");
  expect(periodWords({ firstDay: null, lastDay: "2026-07-31" })).toBe("until 31 Jul 2026");
  expect(periodWords({ firstDay: null, lastDay: null })).toBe("at any time");
});
