import { expect, test } from "vitest";
import { sectionAt } from "./jump-list";

const at = (...tops: number[]) =>
  tops.map((top, index): [string, { top: number; bottom: number }] => [
    "abcd".charAt(index),
    { top, bottom: (tops[index + 1] ?? top + 300) - 16 },
  ]);

test("the section that was jumped to is marked, however short the one below it is", () => {
  // A phone: the section begins right under the bar and the list.
  expect(sectionAt(at(-900, 112, 150, 600), 844)).toBe("b");
  expect(sectionAt(at(-900, -200, 64, 400), 600)).toBe("c");
});

test("before the first section it is the first, and where the page ends the last", () => {
  expect(sectionAt(at(300, 900, 1500, 2000), 900)).toBe("a");
  expect(sectionAt(at(-2000, -900, 100, 500), 900)).toBe("d");
});
