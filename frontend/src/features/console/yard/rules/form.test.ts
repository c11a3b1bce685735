import { expect, it } from "vitest";
import type { YardBooking } from "../api";
import { chargedOf, gapsOf, isBelow, isSignedOnline, mileageOf, missingOf, newDraft, recordOf } from "./form";

const booking = {
  bookingId: "b",
  customerName: "Ada Lovelace",
  lastMileageKm: 12_000,
  lastFuelEighths: 6,
  extras: [
    { code: "babySeat", label: "Baby seat", count: 1 },
    { code: "prepaidFuel", label: "Prepaid fuel", count: 1 },
  ],
  damages: [],
  licenceNumber: "AB123",
  handedOver: null,
  returned: null,
} as unknown as YardBooking;

it("begins with what goes with the car, and with the fuel that is known", () => {
  const draft = newDraft(booking, "handover", "1");
  expect(draft.fuel).toBe(6);
  expect(draft.accessories.map(({ code }) => code)).toContain("babySeat");
  expect(draft.accessories.map(({ code }) => code)).not.toContain("prepaidFuel");
});

it("names what is missing, with the step that it belongs to", () => {
  const draft = newDraft(booking, "handover", "1");
  expect(gapsOf(draft)).toEqual([
    { step: "car", gap: "mileage" },
    { step: "customer", gap: "licence" },
    { step: "customer", gap: "signature" },
  ]);
  const filled = { ...draft, mileage: "12 100", licenceSeen: true, signature: [[[1, 2]]] };
  expect(gapsOf(filled)).toEqual([]);
  expect(gapsOf({ ...filled, signerName: " " })).toEqual([{ step: "customer", gap: "signer" }]);
});

it("asks no signature at the handover of an agreement that was signed online and still holds", () => {
  const signed = { signedAt: "2026-07-01T05:00:00Z", signerName: "Ada", isOutdated: false };
  expect(isSignedOnline({ agreement: signed }, "handover")).toBe(true);
  expect(isSignedOnline({ agreement: { ...signed, isOutdated: true } }, "handover")).toBe(false);
  expect(isSignedOnline({ agreement: null }, "handover")).toBe(false);
  expect(isSignedOnline({ agreement: signed }, "return")).toBe(false);
  const draft = { ...newDraft(booking, "handover", "1"), mileage: "12100", licenceSeen: true };
  expect(gapsOf(draft, false)).toEqual([]);
  expect(recordOf(draft, new Date(0), []).signerName).toBe("");
});

it("asks no signature of a customer who is not there to return the car", () => {
  const draft = { ...newDraft(booking, "return", "1"), mileage: "12100", fuel: 3 };
  expect(gapsOf(draft)).toEqual([]);
  expect(recordOf(draft, new Date(0), []).signerName).toBe("");
});

it.each([
  ["12100", 12_100],
  ["12 100", 12_100],
  ["12.100", 12_100],
  ["12,100", 12_100],
  ["", null],
  ["12a", null],
  ["123456789", null],
])("reads %s kilometres as %s", (typed, kilometres) => {
  expect(mileageOf({ ...newDraft(booking, "return", "1"), mileage: typed })).toBe(kilometres);
});

it("asks about a mileage below the last one only", () => {
  const draft = newDraft(booking, "handover", "1");
  expect(isBelow({ ...draft, mileage: "11999" }, 12_000)).toBe(true);
  expect(isBelow({ ...draft, mileage: "12000" }, 12_000)).toBe(false);
  expect(isBelow({ ...draft, mileage: "1" }, null)).toBe(false);
});

it("sees which accessories did not come back", () => {
  const given = [
    { code: "keys", label: "", count: 2 },
    { code: "jack", label: "", count: 1 },
  ];
  const handed = { ...booking, handedOver: { accessories: given } } as unknown as YardBooking;
  const draft = newDraft(handed, "return", "1");
  expect(missingOf(draft, handed)).toEqual([]);
  const less = { ...draft, accessories: [{ code: "keys", label: "", count: 1 }] };
  expect(missingOf(less, handed)).toEqual(["keys", "jack"]);
});

const fuelCost = { kind: "fuel", quantity: 2, amount: 20, damageId: null } as const;
const dentCost = { kind: "damage", quantity: 1, amount: 150, damageId: "d" } as const;
const returned = (change: object) => ({
  ...newDraft(booking, "return", "1"),
  mileage: "12100",
  fuel: 3,
  costs: [fuelCost, dentCost],
  ...change,
});

it("charges the costs that the customer signed for, and leaves the rest to the office", () => {
  const unsigned = returned({});
  expect(recordOf(unsigned, new Date(0), []).decisions).toEqual([]);
  const office = { choice: "office", amount: 150, reason: "" } as const;
  const signed = returned({ signature: [[[1, 2]]], decisions: { d: office } });
  expect(recordOf(signed, new Date(0), []).decisions).toEqual([
    { kind: "fuel", damageId: null, decision: "accept", shown: "20.00", amount: null, reason: "" },
  ]);
  expect(chargedOf(signed)).toBe(20);
});

it("sends what was changed and waived, and not before the amount can be read", () => {
  const change = { choice: "change", amount: 99.5, reason: " Old scratch " } as const;
  const waive = { choice: "waive", amount: 20, reason: "" } as const;
  const draft = returned({ decisions: { fuel: waive, d: change } });
  expect(recordOf(draft, new Date(0), []).decisions).toEqual([
    { kind: "fuel", damageId: null, decision: "refuse", shown: "20.00", amount: null, reason: "" },
    {
      kind: "damage",
      damageId: "d",
      decision: "accept",
      shown: "150.00",
      amount: "99.50",
      reason: "Old scratch",
    },
  ]);
  expect(chargedOf(draft)).toBe(99.5);
  const unread = returned({ decisions: { d: { ...change, amount: "about 100" } } });
  expect(gapsOf(unread)).toEqual([{ step: "customer", gap: "costs" }]);
});
