import { expect, test } from "vitest";
import type { CustomRole } from "@/features/console/shared/users";
import { roleOfValue, roleValue, withRight } from "./rules";

const requires = { refunds: "payments", discounts: "bookings" } as const;

test("a right brings what it requires, and goes with it", () => {
  expect(withRight([], "refunds", true, requires)).toEqual(["refunds", "payments"]);
  expect(withRight(["payments"], "refunds", true, requires)).toEqual(["payments", "refunds"]);
  expect(withRight(["payments", "refunds", "fleet"], "payments", false, requires)).toEqual(["fleet"]);
  expect(withRight(["payments", "refunds"], "refunds", false, requires)).toEqual(["payments"]);
});

test("a select's value stands for a built-in role or for one of the company's own", () => {
  const own = [{ id: "r1", name: "Bookkeeper" }] as CustomRole[];
  expect(roleOfValue("desk", own)).toEqual({ role: "desk", roleId: null });
  expect(roleOfValue("r1", own)).toEqual({ role: "custom", roleId: "r1" });
  expect(roleValue({ role: "custom", roleId: "r1" })).toBe("r1");
  expect(roleValue({ role: "desk", roleId: null })).toBe("desk");
});
