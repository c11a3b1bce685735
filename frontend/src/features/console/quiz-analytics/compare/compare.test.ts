import { describe, expect, it } from "vitest";
import { longerOf } from "../rules/units";
import { viewFrom } from "../rules/view";
import { type Point, pointsOfBoth } from "../timeline/points";
import { chanceOf, differenceOf, signed, verdicts } from "./difference";
import { beginComparison, segmentB, withChangesOfB, withoutB } from "./segment";

const today = "2026-06-10";

describe("segment B in the address", () => {
  it("is none until a comparison begins, and then the period before", () => {
    expect(segmentB("?year=2026&month=6", today)).toBeUndefined();
    const view = viewFrom({ year: "2026", month: "5" } as never, today);
    const search = beginComparison("?year=2026&month=5", view, today);
    expect(segmentB(search, today)?.days).toEqual({ from: "2026-04-01", to: "2026-04-30" });
    expect(new URLSearchParams(search).get("month")).toBe("5");
    expect(withoutB(search)).toBe("?year=2026&month=5");
  });

  it("changes beside the page's own view", () => {
    const search = withChangesOfB("?year=2026&b.year=2025", { device: "phone", year: "2024" });
    expect(new URLSearchParams(search).get("year")).toBe("2026");
    expect(segmentB(search, today)).toMatchObject({ year: 2024, filters: { device: "phone" } });
    const all = withChangesOfB(search, { device: undefined, year: undefined });
    expect(segmentB(all, today)).toMatchObject({ year: 2026, filters: {} });
  });
});

describe("both segments over time", () => {
  const point = (name: string, now: number): Point => ({
    isOpen: false,
    start: name,
    name,
    shortName: name,
    now,
    before: null,
    beforeName: undefined,
  });

  it("are laid over each other from the first day of each, as long as the longer one", () => {
    const both = pointsOfBoth([point("1 May", 3), point("2 May", 5)], [point("1 April", 7)]);
    expect(both.map(({ name, now, before }) => [name, now, before])).toEqual([
      ["1 May / 1 April", 3, 7],
      ["2 May", 5, null],
    ]);
    expect(pointsOfBoth([], [point("1 April", 7)])).toMatchObject([
      { name: "1 April", now: null, before: 7 },
    ]);
    expect(new Set(both.map(({ start }) => start)).size).toBe(2);
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
