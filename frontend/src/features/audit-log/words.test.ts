import { expect, test } from "vitest";
import type { Entry } from "./queries";
import { fieldName, describe as inWords, pageOf, valueText, whoDid } from "./words";

const entry: Entry = {
  id: "1",
  happenedAt: "2026-06-10T09:00:00Z",
  actor: "admin",
  adminId: "2",
  adminName: "Nino",
  ipAddress: null,
  action: "admin.role_changed",
  subjectKind: "admin",
  subjectId: "3",
  subjectName: "Tamar",
  before: { role: "analyst" },
  after: { role: "manager" },
};

test("what was changed is a click away", () => {
  const id = "01a1fd71-6489-74fe-996e-388d32d70305";
  const pageFor = (subjectKind: string, subjectId: string) => pageOf({ ...entry, subjectKind, subjectId });
  expect(pageFor("booking", "K7M-4QXD")).toBe("/admin/bookings?search=K7M-4QXD");
  expect(pageFor("booking", id)).toBe(`/admin/bookings/${id}`);
  expect(pageFor("affiliate", id)).toBe(`/admin/affiliates/${id}`);
  expect(pageFor("visit", id)).toBeNull();
});

test("a change reads as a sentence", () => {
  expect(`${whoDid(entry)} ${inWords(entry)}`).toBe("Nino changed the role of Tamar from analyst to manager");
  expect(
    inWords({
      ...entry,
      action: "booking.cancelled",
      subjectKind: "booking",
      subjectId: "K7M-4QXD",
      subjectName: "",
    }),
  ).toBe("cancelled booking K7M-4QXD");
});

test("an action of a later version still says what it is", () => {
  expect(
    inWords({
      ...entry,
      action: "car.price_changed",
      subjectKind: "car",
      subjectId: "niva",
      subjectName: "",
    }),
  ).toBe("car price changed (car niva)");
  expect(whoDid({ ...entry, actor: "operator", adminId: null, adminName: "" })).toBe("The operator");
  expect(whoDid({ ...entry, actor: "affiliate", adminId: null, adminName: "" })).toBe("An affiliate");
});

test("fields and values are plain words", () => {
  expect([fieldName("customerEmail"), fieldName("needs_review")]).toEqual(["customer email", "needs review"]);
  expect(["redacted", null, true, [], ["a", 2], { a: 1 }].map(valueText)).toEqual([
    "not shown",
    "nothing",
    "yes",
    "nothing",
    "a, 2",
    '{"a":1}',
  ]);
});
