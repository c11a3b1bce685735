import { expect, test } from "vitest";
import type { Happening, Status } from "../api";
import { lastChangeTo, stateOf, steps } from "./steps";

const states = (status: Status, nextStatuses: Status[]) =>
  steps.map((step) => stateOf({ status, nextStatuses }, step));

test("of the steps at most one is next, in the order of the way", () => {
  expect(states("pending", ["confirmed", "cancelled"])).toEqual(["next", "later", "later"]);
  expect(states("confirmed", ["active", "cancelled"])).toEqual(["done", "next", "later"]);
  expect(states("active", ["completed"])).toEqual(["done", "done", "next"]);
  expect(states("completed", [])).toEqual(["done", "done", "done"]);
  expect(states("cancelled", [])).toEqual(["later", "later", "later"]);
});

test("the last change to a status counts, notes do not", () => {
  const event = (toStatus: Status, createdAt: string): Happening => ({
    kind: "status",
    fromStatus: "pending",
    toStatus,
    actor: "admin",
    adminName: "Nino",
    text: "",
    createdAt,
  });
  const history = [event("confirmed", "1"), event("pending", "2"), event("confirmed", "3")];
  expect(lastChangeTo(history, "confirmed")?.createdAt).toBe("3");
  expect(lastChangeTo(history, "active")).toBeUndefined();
});
