import { expect, test } from "vitest";
import type { Entry } from "../api";
import { byDay } from "./days";

const entry = (id: string, happenedAt: string): Entry => ({
  id,
  happenedAt,
  actor: "operator",
  adminId: null,
  adminName: "",
  ipAddress: null,
  action: "admin.created",
  subjectKind: "admin",
  subjectId: "1",
  subjectName: "",
  before: {},
  after: {},
});

test("a day begins at midnight of the company's clocks", () => {
  const entries = [
    entry("3", "2026-06-10T20:30:00Z"),
    entry("2", "2026-06-10T19:30:00Z"),
    entry("1", "2026-06-09T21:00:00Z"),
  ];
  const days = byDay(entries, "Asia/Tbilisi");
  expect(days.map((day) => [day.name.replace(",", ""), day.entries.map(({ id }) => id)])).toEqual([
    ["Thursday 11 June 2026", ["3"]],
    ["Wednesday 10 June 2026", ["2", "1"]],
  ]);
});
