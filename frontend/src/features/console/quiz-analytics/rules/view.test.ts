import { expect, it } from "vitest";
import { formatSpan } from "@/features/console/shared/period/period";
import { readUrl } from "@/lib/url-state";
import { pointsOf } from "../timeline/points";
import {
  answersText,
  filtersOf,
  parametersOf,
  selectableYears,
  type View,
  viewBefore,
  viewFrom,
  viewOver,
  viewReaders,
} from "./view";

const today = "2026-11-21";
const view = (text: string) => viewFrom(readUrl(text, viewReaders), today);
const before = (text: string) => viewBefore(view(text), today).days;

it("offers 2023 to 2026, and later years as they come", () => {
  expect(selectableYears(2025)).toEqual([2023, 2024, 2025, 2026]);
  expect(selectableYears(2028).at(-1)).toBe(2028);
});

it.each<[string, object]>([
  ["", { year: 2026 }],
  ["year=2024&month=02", { year: 2024, month: 2 }],
  ["year=1999&month=13", { year: 2026 }],
  ["month=x", { year: 2026 }],
  ["from=2026-10-01&to=2026-10-07&year=2024", { from: "2026-10-01", to: "2026-10-07" }],
  ["from=2026-10-01", { from: "2026-10-01", to: today }],
  ["from=2026-02-30", { year: 2026 }],
  ["from=2026-10-08&to=2026-10-07", { year: 2026 }],
  ["device=phone&utmSource=(none)", { year: 2026, device: "phone", utmSource: "(none)" }],
  ["device=fridge&utmCampaign=", { year: 2026 }],
  ["visitor=returning&country=GE", { year: 2026, visitor: "returning", country: "GE" }],
  ["answer=q1:family;q2:(none);q1:family;nonsense", { year: 2026, answer: ["q1:family", "q2:(none)"] }],
])("asks with %s", (text, parameters) => expect(parametersOf(view(text))).toEqual(parameters));

it.each([
  ["year=2026&month=6", "2026-05-01", "2026-05-31"],
  ["year=2026&month=1", "2025-12-01", "2025-12-31"],
  ["year=2024", "2023-01-01", "2023-12-31"],
  ["from=2026-10-08&to=2026-10-14", "2026-10-01", "2026-10-07"],
])("compares %s with all of the period before", (text, from, to) => {
  expect(before(text)).toEqual({ from, to });
});

it.each([
  ["month=11", "2026-10-01", "2026-10-21"],
  ["", "2025-01-01", "2025-11-21"],
  ["from=2026-11-18&to=2026-11-30", "2026-11-14", "2026-11-17"],
])("compares %s, still running, with as many days before", (text, from, to) => {
  expect(before(text)).toEqual({ from, to });
});

it.each([
  ["month=11", { from: "2026-11-01", to: "2026-11-20" }],
  ["month=10", undefined],
  ["from=2026-11-18&to=2026-11-30", { from: "2026-11-18", to: "2026-11-20" }],
])("compares of %s what is over", (text, days) => {
  expect(viewOver(view(text), today)?.days).toEqual(days);
});

it("compares nothing of a day that has only started", () => {
  expect(viewOver(view("from=2026-11-21"), today)).toBeUndefined();
});

it("knows that months differ in length", () => {
  const march: View = { year: 2026, month: 3, days: undefined, filters: {} };
  expect(viewBefore(march, "2026-03-30").days).toEqual({ from: "2026-02-01", to: "2026-02-28" });
});

it("keeps the filters in the comparison", () => {
  expect(viewBefore(view("device=phone"), today).filters).toEqual({ device: "phone" });
});

it("writes spans as people do", () => {
  expect(formatSpan({ from: "2026-10-01", to: "2026-10-21" })).toBe("1–21 Oct 2026");
  expect(formatSpan({ from: "2026-10-01", to: "2026-10-01" })).toBe("1 Oct 2026");
});

const bucket = (start: string, end: string, totalSessions: number) => ({
  start: `${start}T00:00:00Z`,
  end: `${end}T00:00:00Z`,
  totalSessions,
  completedSessions: 0,
  conversionCount: 0,
  bookings: 0,
  bookedValue: 0,
});

it("marks the unit that is not over, and compares it with nothing", () => {
  const weeks = [bucket("2026-11-09", "2026-11-16", 70), bucket("2026-11-16", "2026-11-23", 12)];
  const last = [bucket("2025-11-10", "2025-11-17", 60), bucket("2025-11-17", "2025-11-24", 61)];
  const now = Date.parse("2026-11-18T12:00:00Z");
  const points = pointsOf(weeks, last, "totalSessions", { unit: "week", timezone: "UTC", now });
  expect(points.map((point) => [point.now, point.before, point.isOpen])).toEqual([
    [70, 60, false],
    [12, null, true],
  ]);
});

it("leaves out the months before a company's first session, and keeps a fall to nothing", () => {
  const weeks = Array.from({ length: 46 }, (_, week) => {
    const start = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10);
    const end = new Date(Date.UTC(2026, 0, 12 + 7 * week)).toISOString().slice(0, 10);
    return bucket(start, end, week >= 36 ? 5 : 0);
  });
  const options = { unit: "week", timezone: "UTC", now: Date.parse("2026-12-31T00:00:00Z") } as const;
  expect(pointsOf(weeks, [], "totalSessions", options)).toHaveLength(11);
  const before = weeks.map((week) => ({ ...week, totalSessions: 3 }));
  expect(pointsOf(weeks, before, "totalSessions", options)).toHaveLength(46);
});

const june: View = { year: 2026, month: 6, days: undefined, filters: {} };

it("a report has the filters of the view and not its period", () => {
  expect(filtersOf(june)).toBe("");
  expect(filtersOf({ ...june, filters: { utmCampaign: "a&b", device: "phone" } })).toBe(
    "utmCampaign=a%26b&device=phone",
  );
  const answer = answersText(["q1:leisure", "q2:no"]) ?? "";
  expect(filtersOf({ ...june, filters: { answer } })).toBe("answer=q1%3Aleisure&answer=q2%3Ano");
});
