import { describe, expect, it } from "vitest";
import { longerOf } from "../rules/units";
import { viewFrom } from "../rules/view";
import type { Point } from "../timeline/points";
import { chanceOf, differenceOf, signed, verdicts } from "./difference";
import { aligned, differencesOf, partsOf } from "./rows";
import {
  isPartOf,
  nameOf,
  segmentsOf,
  withAnother,
  withChanges,
  withName,
  without,
  withoutSegments,
  withSegments,
} from "./segment";

const today = "2026-06-10";

describe("segments in the address", () => {
  const view = viewFrom({ year: "2026", month: "5" } as never, today);

  it("are none until a comparison begins, and then the period before", () => {
    expect(segmentsOf("?year=2026&month=6", today)).toEqual([]);
    const search = withAnother("?year=2026&month=5", view, today);
    expect(segmentsOf(search, today)).toMatchObject([
      { letter: "B", name: "", view: { days: { from: "2026-04-01", to: "2026-04-30" } } },
    ]);
    expect(new URLSearchParams(search).get("month")).toBe("5");
    expect(withoutSegments(search)).toBe("?year=2026&month=5");
  });

  it("change beside the page's own view", () => {
    const search = withChanges("?year=2026&b.year=2025", "B", { device: "phone", year: "2024" });
    expect(new URLSearchParams(search).get("year")).toBe("2026");
    expect(segmentsOf(search, today)[0]?.view).toMatchObject({ year: 2024, filters: { device: "phone" } });
    const all = withChanges(search, "B", { device: undefined, year: undefined });
    expect(segmentsOf(all, today)[0]?.view).toMatchObject({ year: 2026, filters: {} });
  });

  it("are at most five with names, and go one by one", () => {
    const many = [1, 2, 3, 4, 5, 6].reduce(
      (search) => withAnother(search, view, today),
      "?year=2026&month=5",
    );
    expect(segmentsOf(many, today).map(({ letter }) => letter)).toEqual(["B", "C", "D", "E"]);
    const named = withName(without(many, "C"), "D", "x".repeat(50));
    expect(segmentsOf(named, today).map(({ letter, name }) => [letter, name.length])).toEqual([
      ["B", 0],
      ["D", 40],
      ["E", 0],
    ]);
    expect(segmentsOf(withAnother(named, view, today), today).map(({ letter }) => letter)).toContain("C");
  });

  it("are filled with values over the same days, and the page's own filters stay", () => {
    const search = withSegments("?year=2026&month=5&b.year=2020&unit=week", view, [
      { name: "First", filters: { quizVersion: "v1" } },
      { name: "Second", filters: { quizVersion: "v2" } },
      { name: "Third", filters: { quizVersion: "v3" } },
    ]);
    const query = new URLSearchParams(search);
    expect([query.get("quizVersion"), query.get("unit"), nameOf(search, "A")]).toEqual([null, "week", ""]);
    const others = segmentsOf(search, today);
    expect(others.map(({ name, view: { filters } }) => [name, filters.quizVersion])).toEqual([
      ["First", "v1"],
      ["Second", "v2"],
      ["Third", "v3"],
    ]);
    expect(others.map((one) => one.view.days)).toEqual(
      Array(3).fill({ from: "2026-05-01", to: "2026-05-31" }),
    );
  });
});

describe("segments over time", () => {
  const point = (name: string, now: number): Point => ({
    isOpen: false,
    start: name,
    lastDay: name,
    name,
    shortName: name,
    now,
    before: null,
    beforeName: undefined,
  });

  it("are laid over each other from the first day of each, as long as the longest one", () => {
    const rows = aligned([
      [point("1 May", 3), point("2 May", 5)],
      [point("1 April", 7)],
      [point("1 May", 9)],
    ]);
    expect(rows.map(({ name, values }) => [name, values])).toEqual([
      ["1 May / 1 April", { 0: 3, 1: 7, 2: 9 }],
      ["2 May", { 0: 5, 1: null, 2: null }],
    ]);
    expect(aligned([[], [point("1 April", 7)]])).toMatchObject([{ values: { 0: null, 1: 7 } }]);
  });

  it("are drawn by what the longer one can be drawn by", () => {
    const [year, day] = ["2025", "2026"].map((from) =>
      viewFrom({ from: `${from}-06-01`, to: "2026-06-01" } as never, today),
    ) as [ReturnType<typeof viewFrom>, ReturnType<typeof viewFrom>];
    expect(longerOf(year, day)).toBe(year);
    expect(longerOf(day, year)).toBe(year);
  });
});

describe("the difference of two shares", () => {
  it("has Newcombe's interval (his paper's example h: 56/70 against 48/80)", () => {
    const found = differenceOf({ part: 56, whole: 70 }, { part: 48, whole: 80 });
    expect([found?.points, found?.low, found?.high].map((one) => one?.toFixed(2))).toEqual([
      "20.00",
      "5.24",
      "33.39",
    ]);
    expect(differenceOf({ part: 0, whole: 0 }, { part: 1, whole: 2 })).toBeUndefined();
  });

  it("is tested as the pooled test of two proportions does", () => {
    expect(chanceOf({ part: 90, whole: 1000 }, { part: 50, whole: 1000 })).toBeCloseTo(0.000456, 6);
    expect(chanceOf({ part: 3, whole: 20 }, { part: 0, whole: 20 })).toBeUndefined();
  });

  it("is corrected where many are judged", () => {
    const significant = [
      { part: 130, whole: 1000 },
      { part: 100, whole: 1000 },
    ] as const;
    const same = [
      { part: 100, whole: 1000 },
      { part: 100, whole: 1000 },
    ] as const;
    expect(verdicts([significant])).toEqual(["real"]);
    expect(verdicts([significant, same, same])).toEqual(["chance", "chance", "chance"]);
  });

  it("is written with its sign", () =>
    expect([1.24, -0.04, -3].map(signed)).toEqual(["+1.2", "±0.0", "−3.0"]));
});

describe("the rows of a comparison", () => {
  const text = String;

  it("are judged together over all segments, each against the first", () => {
    const better = { part: 160, whole: 1000 };
    const usual = { part: 100, whole: 1000 };
    const found = differencesOf([
      { id: "rate", name: "Rate", shares: [usual, better, usual] },
      { id: "other", name: "Other", shares: [usual, { part: 1, whole: 4 }, { part: 0, whole: 0 }] },
    ]);
    expect(found.map((row) => row.map((one) => one?.evidence))).toEqual([
      ["real", "chance"],
      ["too_few", undefined],
    ]);
    expect(found[0]?.[0]?.value).toBeCloseTo(6, 9);
  });

  it("that are part of the first are tested against the rest, with which they share no session", () => {
    const [part, whole] = [
      { part: 60, whole: 300 },
      { part: 130, whole: 1000 },
    ];
    const rate = { id: "rate", name: "Rate", shares: [whole, part, whole] };
    const values = {
      id: "value",
      name: "Value",
      values: [1, 2, 3],
      text,
      estimates: Array(3).fill({ value: 1, low: 0, high: 2 }),
    };
    const [[first, all] = [], money] = differencesOf([rate, values], [false, true, true]);
    const against = differencesOf([{ ...rate, shares: [{ part: 70, whole: 700 }, part] }])[0]?.[0];
    expect(first?.value).toBeCloseTo(20 - 13, 9);
    expect(first?.low).toBeCloseTo((against?.low ?? 0) * 0.7, 9);
    expect(first?.evidence).toBe("real");
    expect([all, money]).toEqual([undefined, [undefined, undefined]]);
    const days = { from: "2026-05-01", to: "2026-05-31" };
    const google = { ...viewFrom({ year: "2026" } as never, today), days, filters: { utmSource: "google" } };
    expect(isPartOf({ ...google, filters: { ...google.filters, device: "phone" } }, google)).toBe(true);
    expect(isPartOf({ ...google, filters: { device: "phone" } }, google)).toBe(false);
    expect(isPartOf({ ...google, days: { ...days, to: "2026-05-30" } }, google)).toBe(false);
  });

  it("compare values by their intervals, and sizes not at all", () => {
    const [values, sizes] = differencesOf([
      {
        id: "value",
        name: "Value",
        values: [10, 20, 12],
        estimates: [{ value: 10, low: 8, high: 12 }, { value: 20, low: 17, high: 24 }, null],
        text,
      },
      { id: "cost", name: "Cost", values: [100, 300, null], text },
    ]);
    expect(values?.[0]).toMatchObject({ value: 10, evidence: "real" });
    expect(values?.[0]?.low).toBeCloseTo(10 - Math.hypot(3, 2), 9);
    expect(values?.[0]?.high).toBeCloseTo(10 + Math.hypot(4, 2), 9);
    expect(values?.[1]).toBeUndefined();
    expect(sizes).toEqual([]);
    expect(partsOf({ id: "cost", name: "Cost", values: [100, 300, null], text })).toEqual([1 / 3, 1, 0]);
  });
});
