import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "@/testing/render";
import { type Period, periodFrom } from "./period";
import { PeriodFields } from "./period-fields";

const today = "2026-07-15";
const limits = { years: [2025, 2026] };
const none = { year: undefined, month: undefined, quarter: undefined, from: undefined, to: undefined };

function chosenFrom(period: Period, label: string, value: string) {
  const changes: Record<string, string | undefined>[] = [];
  render(
    <PeriodFields
      period={period}
      today={today}
      years={limits.years}
      wholeYear="All year"
      onChoose={(each) => changes.push(each)}
    />,
  );
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return changes;
}

const june = periodFrom({ ...none, from: "2026-06-01", to: "2026-06-30" }, today, limits);

test("a first day after the last one takes the last one along: the address never has an empty span", () => {
  expect(chosenFrom(june, "From", "2026-07-04")).toEqual([{ from: "2026-07-04", to: "2026-07-04" }]);
});

test("a last day before the first one takes the first one along", () => {
  expect(chosenFrom(june, "To", "2026-05-20")).toEqual([{ from: "2026-05-20", to: "2026-05-20" }]);
});

test("any other day leaves the other end where it is", () => {
  expect(chosenFrom(june, "To", "2026-06-10")).toEqual([{ from: "2026-06-01", to: "2026-06-10" }]);
});

const year = periodFrom({ ...none, year: "2026" }, today, limits);

test("a preset is the days up to today that it names", () => {
  const cleared = { year: undefined, month: undefined, quarter: undefined, to: today };
  expect(chosenFrom(year, "Year", "last28")).toEqual([{ ...cleared, from: "2026-06-18" }]);
  cleanup();
  expect(chosenFrom(year, "Year", "yearToDate")).toEqual([{ ...cleared, from: "2026-01-01" }]);
  cleanup();
  expect(chosenFrom(year, "Year", "thisMonth")).toEqual([{ ...cleared, from: `${today.slice(0, 7)}-01` }]);
  cleanup();
  expect(chosenFrom(june, "Year", "today")).toEqual([{ ...cleared, from: today }]);
});

test("days are shown as the preset that they are", () => {
  const week = periodFrom({ ...none, from: "2026-07-09", to: today }, today, limits);
  chosenFrom(week, "From", "2026-07-01");
  expect(screen.getByLabelText("Year")).toHaveDisplayValue("Last 7 days");
  cleanup();
  chosenFrom(june, "From", "2026-05-01");
  expect(screen.getByLabelText("Year")).toHaveDisplayValue("Choose days");
});
