import { expect, test } from "vitest";
import type { Vehicle } from "@/features/console/shared/fleet";
import type { Bar } from "./api";
import {
  barsOn,
  gapStart,
  isFree,
  type Movable,
  monthsOf,
  movableBar,
  neighbour,
  placeOf,
  rowsInSight,
} from "./rules";

const vehicle = (id: string, car = "Lada Niva", changes: Partial<Vehicle> = {}): Vehicle => ({
  id,
  plate: `P-${id}`,
  carId: car,
  car,
  year: null,
  color: "",
  mileageKm: 0,
  homeLocation: "tbilisi",
  location: null,
  state: "in_service",
  isShown: false,
  pictureId: null,
  warnings: 0,
  updatedAt: "2026-01-01T00:00:00Z",
  ...changes,
});
const bar = (vehicleId: string, from: string, until: string, changes: Partial<Bar> = {}): Bar => ({
  id: `${vehicleId}-${from}`,
  vehicleId,
  kind: "booking",
  bookingId: `${vehicleId}-${from}`,
  title: "",
  startsAt: from,
  endsAt: until,
  blockedUntil: until,
  isFirm: true,
  reference: "K7M-4QXD",
  status: "confirmed",
  customerName: "Nino",
  car: "Lada Niva",
  pickupLocation: "tbilisi",
  dropoffLocation: "tbilisi",
  transferFrom: null,
  gapHours: null,
  isOverdue: false,
  isOtherCar: false,
  isImported: false,
  ...changes,
});
const period = { first: "2026-12-01", days: 10, timeZone: "Asia/Tbilisi" };

test("a bar follows the company's time zone, and ends with the period", () => {
  // Noon in Tbilisi, to noon two days later.
  expect(placeOf("2026-12-02T08:00:00Z", "2026-12-04T08:00:00Z", period)).toEqual({ left: 15, width: 20 });
  expect(placeOf("2026-11-20T08:00:00Z", "2026-12-20T08:00:00Z", period)).toEqual({ left: 0, width: 100 });
  expect(placeOf("2026-11-20T08:00:00Z", "2026-11-30T20:00:00Z", period)).toBeNull();
});

test("days fall into their months", () => {
  expect(monthsOf(["2026-11-29", "2026-11-30", "2026-12-01"])).toEqual([
    { month: "2026-11", count: 2 },
    { month: "2026-12", count: 1 },
  ]);
});

test("only bookings that were not handed over yet can be moved", () => {
  const taken = bar("a", "2026-12-02T08:00:00Z", "2026-12-04T08:00:00Z");
  expect(movableBar(taken)?.vehicleId).toBe("a");
  expect(movableBar({ ...taken, status: "active" })).toBeNull();
  expect(movableBar({ ...taken, kind: "workshop", bookingId: null, status: null })).toBeNull();
});

const booking: Movable = {
  bookingId: "b1",
  reference: "K7M-4QXD",
  customerName: "Nino",
  car: "Lada Niva",
  startsAt: "2026-12-02T08:00:00Z",
  until: "2026-12-04T10:00:00Z",
  vehicleId: "a",
};

test("a vehicle is free when only the booking itself overlaps its time, turnaround included", () => {
  const own = bar("a", "2026-12-02T08:00:00Z", "2026-12-04T08:00:00Z", { bookingId: "b1" });
  expect(isFree(vehicle("a"), booking, [own])).toBe(true);
  expect(isFree(vehicle("a"), booking, [{ ...own, bookingId: "b2" }])).toBe(false);
  const rightAfter = bar("a", "2026-12-04T10:00:00Z", "2026-12-05T08:00:00Z");
  expect(isFree(vehicle("a"), booking, [rightAfter])).toBe(true);
  const turnRound = bar("a", "2026-12-01T08:00:00Z", "2026-12-02T07:00:00Z", {
    blockedUntil: "2026-12-02T09:00:00Z",
  });
  expect(isFree(vehicle("a"), booking, [turnRound])).toBe(false);
  expect(isFree(vehicle("a", "Lada Niva", { state: "workshop" }), booking, [])).toBe(false);
});

test("a step goes to the next free vehicle of the booked car, and to another car only when there is none", () => {
  const rows = [vehicle("a"), vehicle("b"), vehicle("c", "Forester"), vehicle("d")];
  const taken = [bar("b", "2026-12-03T08:00:00Z", "2026-12-09T08:00:00Z")];
  expect(neighbour(booking, 1, rows, taken)?.id).toBe("d");
  const more = [...taken, bar("d", "2026-12-03T08:00:00Z", "2026-12-09T08:00:00Z")];
  expect(neighbour(booking, 1, rows, more)?.id).toBe("c");
  expect(neighbour(booking, -1, rows, taken)).toBeUndefined();
  expect(neighbour({ ...booking, vehicleId: "d" }, -1, rows, taken)?.id).toBe("a");
});

test("short gaps are marked, long ones are not", () => {
  const after = bar("a", "2026-12-02T08:00:00Z", "2026-12-04T08:00:00Z", { gapHours: 6 });
  expect(gapStart(after)).toBe("2026-12-02T02:00:00.000Z");
  expect(gapStart({ ...after, gapHours: 300 })).toBeNull();
  expect(gapStart({ ...after, gapHours: null })).toBeNull();
});

test("a day has what begins, goes on or ends on it", () => {
  const all = [
    bar("a", "2026-12-02T15:00:00Z", "2026-12-04T08:00:00Z"),
    bar("b", "2026-11-28T08:00:00Z", "2026-12-02T06:00:00Z"),
    // Back on the evening before, by the company's clocks.
    bar("c", "2026-11-28T08:00:00Z", "2026-12-01T19:30:00Z"),
    bar("d", "2026-12-02T20:30:00Z", "2026-12-05T08:00:00Z"),
  ];
  expect(barsOn("2026-12-02", all, "Asia/Tbilisi").map((each) => each.vehicleId)).toEqual(["b", "a"]);
});

test("of many rows only those in sight are drawn", () => {
  expect(rowsInSight(4800, 480, 48, 500)).toEqual({ from: 92, to: 120 });
  expect(rowsInSight(4890, 480, 48, 500)).toEqual({ from: 92, to: 120 });
  expect(rowsInSight(0, 480, 48, 500)).toEqual({ from: 0, to: 20 });
  expect(rowsInSight(23_520, 480, 48, 500).to).toBe(500);
});
