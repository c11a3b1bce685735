import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { paths } from "@/config/paths";
import type { Role } from "@/features/console/shared/roles";
import { homeFor, isFor, navigationFor } from "./rules";

const shown = (role: Role) => navigationFor(role).flatMap((group) => group.entries.map((entry) => entry.to));

test("an owner sees every page, a manager no company pages, an analyst only figures and the quiz", () => {
  expect(shown("owner")).toContain(paths.admin.auditLog);
  expect(shown("manager")).toContain(paths.admin.visits);
  expect(shown("manager")).not.toContain(paths.admin.users);
  expect(shown("analyst")).toEqual([
    paths.admin.quizAnalytics,
    paths.admin.quizEditor,
    paths.admin.quizTest,
    paths.admin.reports,
  ]);
});

test("the desk works with bookings and sees no figures", () => {
  expect(shown("desk")).toEqual([
    paths.admin.today,
    paths.admin.bookings,
    paths.admin.calendar,
    paths.admin.yard,
    paths.admin.vehicles,
    paths.admin.customers,
    paths.admin.tills,
    paths.admin.invoices,
  ]);
  expect(isFor("desk", paths.admin.fleetSettings)).toBe(false);
  expect(isFor("manager", paths.admin.fleetSettings)).toBe(true);
  expect(shown("driver")).toEqual([paths.admin.yard]);
});

test("groups without a page are left out", () => {
  expect(navigationFor("analyst").map((group) => i18n._(group.label))).toEqual(["Marketing", "Money"]);
});

test("pages of another role are known by their address, those beneath them too", () => {
  expect(isFor("analyst", paths.admin.visits)).toBe(false);
  expect(isFor("analyst", `${paths.admin.bookings}/1`)).toBe(false);
  expect(isFor("manager", `${paths.admin.bookings}/1`)).toBe(true);
  expect(isFor("manager", paths.admin.users)).toBe(false);
  expect(isFor("analyst", paths.admin.account)).toBe(true);
});

test("everyone begins on a page of their own", () => {
  for (const role of ["owner", "manager", "desk", "analyst", "driver"] as const)
    expect(shown(role)).toContain(homeFor(role));
});
