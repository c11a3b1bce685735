import { expect, test } from "vitest";
import type { BookingDetail } from "../../api";
import type { Price } from "../api";
import { comparison } from "./comparison";
import {
  byHand,
  canBeNoShow,
  isChangeable,
  newRental,
  quoteBody,
  rentalOf,
  startingOn,
  takeBody,
} from "./rental";

const company = {
  cars: [{ name: "Lada Niva" }],
  locations: [{ code: "tbilisi", name: "Tbilisi" }],
  insurance: [{ code: "minimum" }],
  tenant: { timezone: "Asia/Tbilisi", languages: ["en", "ka"] },
} as unknown as Parameters<typeof newRental>[0];
const rental = newRental(company, new Date("2026-07-01T21:30:00Z"));
const line = (code: string, amount: number, label = code) =>
  ({ code, label, amount, quantity: 1, unitPrice: amount, params: {} }) as Price["lines"][number];

test("a new rental begins tomorrow by the company's clocks, and can be priced at once", () => {
  expect([rental.pickupDate, rental.returnDate]).toEqual(["2026-07-03", "2026-07-06"]);
  expect(quoteBody(rental)).toMatchObject({ car: "Lada Niva", driverAge: 35, discountPercent: "0" });
});

test("people meet where it costs nothing, unless something else is agreed", () => {
  const handoverPlaces = [
    { code: "airport", fee: 20 },
    { code: "office", fee: 0 },
  ];
  const locations = [{ code: "tbilisi", name: "Tbilisi", handoverPlaces }];
  const begun = newRental({ ...company, locations } as unknown as typeof company);
  expect(quoteBody(begun)).toMatchObject({ pickupPlace: "office", dropoffPlace: "office" });
  // Empty says that none is agreed; the server would else keep what the booking has.
  expect(takeBody({ ...begun, pickupPlace: "" })).toMatchObject({ pickupPlace: "", dropoffPlace: "office" });
  expect(quoteBody(rental)).toMatchObject({ pickupPlace: "" });
});

test("what is half typed is not asked about, or left out of the price", () => {
  expect(quoteBody({ ...rental, returnDate: "" })).toBeNull();
  expect(quoteBody({ ...rental, discountPercent: "7,5," })).toBeNull();
  const manualLines = [
    { label: "Chains", amount: "12,50" },
    { label: "Repair", amount: "1,250" },
    { label: "Half", amount: "" },
  ];
  expect(quoteBody({ ...rental, manualLines })?.manualLines).toEqual([
    { label: "Chains", amount: "12.5" },
    { label: "Repair", amount: "1250" },
  ]);
});

test("a code belongs to the booking that is taken, none to one that changes", () => {
  expect(quoteBody({ ...rental, promoCode: "SUN" })).toMatchObject({ promoCode: "SUN" });
  expect(quoteBody({ ...rental, promoCode: "SUN" }, "b1")).not.toHaveProperty("promoCode");
  expect(takeBody({ ...rental, source: "whatsapp" })).toMatchObject({ source: "whatsapp", vehicleId: null });
});

test("what was typed into a price is found in its lines again", () => {
  const lines = [line("car", 300), line("manual", 100, "Chains"), line("discount", -30)];
  expect(byHand(lines)).toEqual({
    manualLines: [{ label: "Chains", amount: "100" }],
    discountPercent: "7.5",
  });
  expect(byHand([line("car", 300)])).toEqual({ manualLines: [], discountPercent: "" });
});

test("a booking is shown by the company's clocks", () => {
  const booking = {
    carName: "Lada Niva",
    pickupAt: "2026-07-01T20:30:00Z",
    returnAt: "2026-07-08T05:00:00Z",
    serviceCodes: ["babySeat"],
    priceLines: [],
    driverAge: 36,
    groupSize: 2,
  } as unknown as BookingDetail;
  const form = rentalOf(booking, company);
  expect([form.pickupDate, form.pickupTime]).toEqual(["2026-07-02", "00:30"]);
  expect([form.returnDate, form.returnTime]).toEqual(["2026-07-08", "09:00"]);
  expect(form.price).toBe("");
});

test("a rental that begins on another day stays as long", () => {
  expect(startingOn({ pickupDate: "2026-07-01", returnDate: "2026-07-08" }, "2026-07-30")).toEqual({
    pickupDate: "2026-07-30",
    returnDate: "2026-08-06",
  });
});

test("prices stand line beside line, what one of them lacks beside nothing", () => {
  const compared = comparison(
    [line("car", 300), line("manual", 5, "A"), line("manual", 5, "A")],
    [line("car", 400), line("manual", 5, "A"), line("discount", -4)],
  );
  expect(compared.map(({ agreed, fresh }) => [agreed?.amount, fresh?.amount])).toEqual([
    [300, 400],
    [5, 5],
    [5, undefined],
    [undefined, -4],
  ]);
});

test("a no-show is a booking whose pickup has passed and whose car is here", () => {
  const now = new Date("2026-07-01T10:00:00Z");
  const past = "2026-07-01T09:00:00Z";
  expect(canBeNoShow({ status: "confirmed", pickupAt: past }, now)).toBe(true);
  expect(canBeNoShow({ status: "confirmed", pickupAt: "2026-07-01T11:00:00Z" }, now)).toBe(false);
  expect(canBeNoShow({ status: "active", pickupAt: past }, now)).toBe(false);
  expect(isChangeable({ status: "completed" })).toBe(false);
});

test("no email is asked for where there is no address for it", () => {
  const ticked = { ...rental, tell: true };
  expect(takeBody(ticked)).toMatchObject({ tell: false });
  expect(takeBody({ ...ticked, customerEmail: "ada@example.com" })).toMatchObject({ tell: true });
});
