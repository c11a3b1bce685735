import { expect, test } from "vitest";
import type { Happening, Status } from "../api";
import { happeningInWords } from "./history";

const happening: Happening = {
  kind: "status",
  fromStatus: null,
  toStatus: "pending",
  actor: "admin",
  adminName: "Nino",
  text: "",
  createdAt: "2026-06-10T09:00:00Z",
};
const change = (fromStatus: Status, toStatus: Status) =>
  happeningInWords({ ...happening, fromStatus, toStatus });

test("the history tells a step back from a step on", () => {
  expect(change("pending", "confirmed")).toBe("Nino changed it to confirmed");
  expect(change("active", "confirmed")).toBe("Nino reverted it from active to confirmed");
  expect(change("confirmed", "cancelled")).toBe("Nino changed it to cancelled");
  expect(change("cancelled", "pending")).toBe("Nino undid the cancellation: it's pending again");
});

test("a change by the API names its key", () => {
  const byKey = { ...happening, adminName: null, apiKeyName: "Broker" };
  expect(happeningInWords(byKey)).toBe("API key Broker created the booking");
  expect(happeningInWords({ ...byKey, fromStatus: "pending", toStatus: "confirmed" })).toBe(
    "API key Broker changed it to confirmed",
  );
});

test("who did something is always said", () => {
  expect(happeningInWords({ ...happening, actor: "customer", adminName: "" })).toBe("The customer booked");
  expect(happeningInWords({ ...happening, kind: "note", adminName: "" })).toBe("An admin added a note");
  expect(happeningInWords({ ...happening, kind: "email" })).toBe("Nino emailed the customer");
  expect(
    happeningInWords({
      ...happening,
      actor: "system",
      adminName: "",
      fromStatus: "pending",
      toStatus: "cancelled",
    }),
  ).toBe("The system changed it to cancelled");
});
