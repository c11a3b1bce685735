import { expect, test } from "vitest";
import { changedFields, differencesOf, isSame, mergeEdits } from "./merge";

const base = { name: "Forester", seats: 5, texts: { en: "Calm", ka: "" }, rates: [{ days: 1, rate: 57 }] };

test("values with the same content are the same, in any order of their fields", () => {
  expect(isSame(base, structuredClone(base))).toBe(true);
  expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(null, {})).toBe(false);
});

test("only what was changed is among the changed fields", () => {
  expect(changedFields(base, structuredClone(base))).toEqual({});
  expect(changedFields(base, { ...base, rates: [{ days: 1, rate: 60 }] })).toEqual({
    rates: [{ days: 1, rate: 60 }],
  });
});

test("changes of both sides are kept where they are of different fields", () => {
  const mine = { ...base, texts: { en: "Quiet", ka: "" } };
  const theirs = { ...base, seats: 4, texts: { en: "Calm", ka: "წყნარი" } };
  expect(mergeEdits(base, mine, theirs)).toEqual({
    ...base,
    seats: 4,
    texts: { en: "Quiet", ka: "წყნარი" },
  });
});

test("of a field that both changed mine is kept, unless theirs is chosen", () => {
  const mine = { ...base, seats: 7, name: "Outback" };
  const theirs = { ...base, seats: 4, name: "Camry" };
  expect(mergeEdits(base, mine, theirs)).toEqual(mine);
  expect(mergeEdits(base, mine, theirs, ({ path }) => path === "name")).toEqual({
    ...theirs,
    name: "Outback",
  });
});

test("a picture is taken as a whole", () => {
  const merged = mergeEdits(
    { logo: { src: "/a.svg" } },
    { logo: { mediaId: "b" } },
    { logo: { src: "/c.svg" } },
  );
  expect(merged).toEqual({ logo: { mediaId: "b" } });
});

test("differences are named by the path of the field", () => {
  const mine = { ...base, texts: { en: "Quiet", ka: "" } };
  const theirs = { ...base, seats: 4, rates: [] };
  expect(differencesOf(base, mine, theirs)).toEqual([
    { path: "seats", mine: 5, theirs: 4, isMine: false },
    { path: "texts.en", mine: "Quiet", theirs: "Calm", isMine: true },
    { path: "rates", mine: base.rates, theirs: [], isMine: false },
  ]);
});
