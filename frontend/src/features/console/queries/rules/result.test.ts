import { expect, test } from "vitest";
import type { QueryResult } from "../api";
import { chartRows, fits, quotedName, shownRows, sortValueOf, suggestedChart, textOf } from "./result";

const result: QueryResult = {
  success: true,
  columns: [
    { name: "month", type: "TIMESTAMP" },
    { name: "bookings", type: "BIGINT" },
  ],
  rows: [
    ["2026-06-01 00:00:00", 3],
    [null, null],
  ],
  rowCount: 2,
  truncated: false,
  seconds: 0.1,
  timezone: "Asia/Tbilisi",
  dataThrough: null,
};

test("a number over time is a line, over anything else bars, and without a number there is no chart", () => {
  expect(suggestedChart(result)).toEqual({ kind: "line", x: "month", y: "bookings" });
  const [month, bookings] = result.columns;
  const byDevice = { ...result, columns: [bookings, { name: "device", type: "VARCHAR" }] } as QueryResult;
  expect(suggestedChart(byDevice)).toEqual({ kind: "bar", x: "device", y: "bookings" });
  expect(suggestedChart({ ...result, columns: [month] } as QueryResult)).toBeNull();
});

test("a saved chart is drawn only from a result that has its columns", () => {
  expect(fits({ kind: "bar", x: "month", y: "bookings" }, result)).toBe(true);
  expect(fits({ kind: "bar", x: "device", y: "bookings" }, result)).toBe(false);
  expect(fits({ kind: "bar", x: "bookings", y: "month" }, result)).toBe(false);
});

test("a chart has a row for each of the result, gaps for what is empty", () => {
  expect(chartRows(result, { kind: "line", x: "month", y: "bookings" })).toEqual([
    { id: "0", name: "2026-06-01", values: { y: 3 } },
    { id: "1", name: "–", values: { y: null } },
  ]);
});

test("cells are sorted as numbers where they are numbers", () => {
  expect(shownRows(result).map(({ values }) => sortValueOf(values[1]))).toEqual([3, null]);
  expect([textOf(1234.5), textOf(true), textOf(null)]).toEqual(["1,234.5", "true", ""]);
});

test("names that need quotation marks get them", () => {
  expect([quotedName("sessions"), quotedName('a "b"')]).toEqual(["sessions", '"a ""b"""']);
});
