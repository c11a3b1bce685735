import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { paths } from "@/config/paths";
import type { BuiltInRole, Right } from "@/features/console/shared/roles";
import { rightsOf } from "@/testing/rights";
import * as rules from "./rules";

const { isUnder } = rules;
const navigationFor = (role: BuiltInRole) => rules.navigationFor(rightsOf(role));
const isFor = (role: BuiltInRole, page: string) => rules.isFor(rightsOf(role), page);
const homeFor = (role: BuiltInRole) => rules.homeFor(rightsOf(role));
const tabsFor = (role: BuiltInRole, page: string) => rules.tabsFor(rightsOf(role), page);

test("support access opens no page that asks for what it is refused", () => {
  const rights = rightsOf("owner");
  const helper: rules.Openers = [...rights, "support"];
  for (const path of [paths.admin.queries, paths.admin.reports, paths.admin.account]) {
    expect(rules.isFor(rights, path)).toBe(true);
    expect(rules.isFor(helper, path)).toBe(false);
    expect(rules.pagesFor(helper).map(({ to }) => to)).not.toContain(path);
  }
  expect(rules.isFor(helper, paths.admin.bookings)).toBe(true);
});

const entries = (role: BuiltInRole) => navigationFor(role).flatMap((group) => group.entries);
const shown = (role: BuiltInRole) => rules.pagesFor(rightsOf(role)).map(({ to }) => to);

test("an owner sees every page, a manager no company pages, an analyst only figures and the quiz", () => {
  expect(shown("owner")).toContain(paths.admin.auditLog);
  expect(shown("manager")).toContain(paths.admin.visits);
  expect(shown("manager")).not.toContain(paths.admin.users);
  expect(shown("analyst")).toEqual([
    paths.admin.quizAnalytics,
    paths.admin.queries,
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
    paths.admin.fines,
    paths.admin.customers,
    paths.admin.quizContacts,
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

test("the navigation has fewer than twenty entries, and every other page is a tab of one", () => {
  expect(entries("owner").length).toBeLessThan(20);
  const pagesAt = (to: string) => tabsFor("owner", to)?.pages.map((page) => page.to) ?? [to];
  const tabs = entries("owner").flatMap(({ to }) => {
    const groups = tabsFor("owner", to)?.groups ?? [];
    return groups.length > 0 ? groups.flatMap((group) => pagesAt(group.to)) : pagesAt(to);
  });
  expect(tabs).toEqual(shown("owner"));
});

test("a page and those beneath it mark their entry", () => {
  const settings = entries("owner").find(({ to }) => to === paths.admin.settings);
  expect(settings && isUnder(settings, paths.admin.auditLog)).toBe(true);
  expect(settings && isUnder(settings, paths.admin.brand)).toBe(false);
});

test("tabs are those of the role, on their own pages alone", () => {
  expect(tabsFor("manager", paths.admin.vehicles)?.pages).toHaveLength(3);
  expect(tabsFor("desk", paths.admin.vehicles)?.pages).toHaveLength(2);
  expect(tabsFor("desk", paths.admin.customers)).toBeNull();
  expect(tabsFor("owner", `${paths.admin.vehicles}/1`)).toBeNull();
});

test("settings are grouped, each group leads to its first page of the role", () => {
  const groupsOf = (role: "owner" | "manager", at: string) =>
    tabsFor(role, at)?.groups.map(({ to, label }) => [i18n._(label), to]);
  expect(groupsOf("owner", paths.admin.webhooks)).toEqual([
    ["Company", paths.admin.settings],
    ["Fleet", paths.admin.fleetSettings],
    ["Payments", paths.admin.moneySettings],
    ["Messages", paths.admin.messages],
    ["Integrations", paths.admin.embed],
    ["Team", paths.admin.users],
  ]);
  expect(groupsOf("manager", paths.admin.settings)).toEqual([
    ["Company", paths.admin.settings],
    ["Fleet", paths.admin.fleetSettings],
    ["Payments", paths.admin.currencies],
    ["Messages", paths.admin.messages],
    ["Integrations", paths.admin.embed],
  ]);
  expect(tabsFor("owner", paths.admin.webhooks)?.pages.map(({ to }) => to)).toContain(paths.admin.apiKeys);
  expect(tabsFor("owner", paths.admin.reports)?.groups).toEqual([]);
});

test("an own role sees the pages of its rights, and each entry leads to the first of them", () => {
  const bookkeeper: Right[] = ["reports", "accounting", "costs"];
  expect(rules.pagesFor(bookkeeper).map(({ to }) => to)).toEqual([
    paths.admin.vehicleCosts,
    paths.admin.invoices,
    paths.admin.profit,
    paths.admin.paymentsReport,
    paths.admin.receivables,
    paths.admin.channelReport,
    paths.admin.vatReport,
    paths.admin.accounting,
  ]);
  expect(rules.homeFor(bookkeeper)).toBe(paths.admin.vehicleCosts);
  expect(rules.homeFor(["exports"])).toBe(paths.admin.account);
  expect(rules.isFor(bookkeeper, paths.admin.reports)).toBe(false);
});
