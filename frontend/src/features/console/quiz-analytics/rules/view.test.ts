import { expect, it } from "vitest";
import { readAddress } from "@/lib/address-state";
import {
  parametersOf,
  selectableYears,
  spanText,
  type View,
  viewBefore,
  viewFrom,
  viewReaders,
} from "./view";

const today = "2026-11-21";
const view = (text: string) => viewFrom(readAddress(text, viewReaders), today);
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

it("knows that months differ in length", () => {
  const march: View = { year: 2026, month: 3, days: undefined, filters: {} };
  expect(viewBefore(march, "2026-03-30").days).toEqual({ from: "2026-02-01", to: "2026-02-28" });
});

it("keeps the filters in the comparison", () => {
  expect(viewBefore(view("device=phone"), today).filters).toEqual({ device: "phone" });
});

it("writes spans as people do", () => {
  expect(spanText({ from: "2026-10-01", to: "2026-10-21" })).toBe("1–21 Oct 2026");
  expect(spanText({ from: "2026-10-01", to: "2026-10-01" })).toBe("1 Oct 2026");
});
