/** A rental as form input, as part of a booking, and as a request. Dates and times are the company's. */
import { readNumber } from "@/lib/amounts";
import { addDays, daysBetween, nowIn } from "@/lib/dates";
import { placesAt } from "@/lib/handover-places";
import type { SiteConfig } from "@/lib/site-config";
import type { BookingDetail } from "../../api";
import type { ChangeBody, QuoteBody, TakeBody } from "../api";
import { manualLine, type RentalForm, rentalSchema } from "./schema";

type Company = Pick<SiteConfig, "cars" | "locations" | "insurance" | "tenant">;

/** The default handover place of a location: one without a fee. */
export function freePlace(locations: Company["locations"], location: string): string {
  return placesAt(locations, location).find(({ fee }) => fee === 0)?.code ?? "";
}

/** The initial rental: three days from tomorrow morning, the most frequent request. */
export function newRental(company: Company, now = new Date()): RentalForm {
  const today = nowIn(company.tenant.timezone, now).slice(0, 10);
  const place = company.locations[0]?.code ?? "";
  return {
    car: company.cars[0]?.name ?? "",
    pickupLocation: place,
    dropoffLocation: place,
    pickupPlace: freePlace(company.locations, place),
    dropoffPlace: freePlace(company.locations, place),
    pickupDate: addDays(today, 1),
    pickupTime: "10:00",
    returnDate: addDays(today, 4),
    returnTime: "10:00",
    insuranceType: company.insurance[0]?.code ?? "",
    services: [],
    driverAge: "",
    groupSize: "2",
    customerName: "",
    customerPhone: "",
    customerEmail: "",
    manualLines: [],
    discountPercent: "",
    promoCode: "",
    reason: "",
    vehicleId: "",
    language: company.tenant.languages[0] ?? "",
    note: "",
    source: "phone",
    confirm: true,
    tell: false,
    price: "",
  };
}

type Lines = BookingDetail["priceLines"];

/** Price adjustments of a booking: manual lines, and a discount in percent of the total. */
export function byHand(lines: Lines): Pick<RentalForm, "manualLines" | "discountPercent"> {
  const discount = lines
    .filter(({ code }) => code === "discount")
    .reduce((sum, line) => sum - line.amount, 0);
  const before = lines.filter(({ code }) => code !== "discount").reduce((sum, line) => sum + line.amount, 0);
  const percent = before > 0 ? Math.round((discount / before) * 10_000) / 100 : 0;
  return {
    manualLines: lines
      .filter(({ code }) => code === "manual")
      .map(({ label, amount: value }) => ({ label, amount: String(value) })),
    discountPercent: percent > 0 ? String(percent) : "",
  };
}

/** Start and end of a booking in the company's time zone. */
export function datesOf(
  { pickupAt, returnAt }: Pick<BookingDetail, "pickupAt" | "returnAt">,
  timezone: string,
) {
  const [pickup, back] = [pickupAt, returnAt].map((moment) => nowIn(timezone, new Date(moment)));
  return {
    pickupDate: pickup?.slice(0, 10) ?? "",
    pickupTime: pickup?.slice(11) ?? "",
    returnDate: back?.slice(0, 10) ?? "",
    returnTime: back?.slice(11) ?? "",
  };
}

/** The editable values of a booking. */
export function rentalOf(booking: BookingDetail, company: Company): RentalForm {
  return {
    ...newRental(company),
    car: booking.carName,
    pickupLocation: booking.pickupLocation,
    dropoffLocation: booking.dropoffLocation,
    pickupPlace: booking.pickupPlace?.code ?? "",
    dropoffPlace: booking.dropoffPlace?.code ?? "",
    ...datesOf(booking, company.tenant.timezone),
    insuranceType: booking.insuranceCode,
    services: [...booking.serviceCodes],
    driverAge: String(booking.driverAge),
    groupSize: String(booking.groupSize),
    customerName: booking.customerName,
    customerPhone: booking.customerPhone,
    customerEmail: booking.customerEmail,
    ...byHand(booking.priceLines),
  };
}

const decimal = (text: string) => String(readNumber(text) ?? 0);

function trip(form: RentalForm) {
  return {
    car: form.car,
    pickupLocation: form.pickupLocation,
    dropoffLocation: form.dropoffLocation,
    pickupPlace: form.pickupPlace,
    dropoffPlace: form.dropoffPlace,
    pickupDate: form.pickupDate,
    pickupTime: form.pickupTime,
    returnDate: form.returnDate,
    returnTime: form.returnTime,
    insuranceType: form.insuranceType,
    services: form.services,
    discountPercent: decimal(form.discountPercent),
  };
}

/** The price request while the form is filled in; null while required values are missing. */
export function quoteBody(form: RentalForm, bookingId?: string): QuoteBody | null {
  const { car, pickupDate, pickupTime, returnDate, returnTime } = form;
  if (![car, pickupDate, pickupTime, returnDate, returnTime].every(Boolean)) return null;
  if (!rentalSchema.shape.discountPercent.safeParse(form.discountPercent).success) return null;
  return {
    ...trip(form),
    // Neither value changes the price: placeholders until the desk has asked.
    driverAge: rentalSchema.shape.driverAge.safeParse(form.driverAge).success ? Number(form.driverAge) : 35,
    groupSize: rentalSchema.shape.groupSize.safeParse(form.groupSize).success ? Number(form.groupSize) : 1,
    customerPhone: form.customerPhone,
    customerEmail: form.customerEmail,
    manualLines: form.manualLines
      .filter((line) => manualLine.safeParse(line).success)
      .map((line) => ({ label: line.label.trim(), amount: decimal(line.amount) })),
    ...(bookingId ? { bookingId } : { promoCode: form.promoCode || null }),
  };
}

function everything(form: RentalForm) {
  return {
    ...trip(form),
    manualLines: form.manualLines.map(({ label, amount: value }) => ({ label, amount: decimal(value) })),
    driverAge: Number(form.driverAge),
    groupSize: Number(form.groupSize),
    customerName: form.customerName,
    customerPhone: form.customerPhone,
    customerEmail: form.customerEmail,
    reason: form.reason,
    tell: form.tell && form.customerEmail !== "",
    vehicleId: form.vehicleId || null,
  };
}

export function takeBody(form: RentalForm): TakeBody {
  const { source, confirm, note, language, promoCode } = form;
  return { ...everything(form), source, confirm, note, language, promoCode: promoCode || null };
}

export function changeBody(form: RentalForm, price: ChangeBody["price"], seenAt: string): ChangeBody {
  return { ...everything(form), price, seenAt };
}

/** Shifts both dates: the duration stays the same. */
export function startingOn(form: Pick<RentalForm, "pickupDate" | "returnDate">, day: string) {
  const days = daysBetween(form.pickupDate, form.returnDate);
  return { pickupDate: day, returnDate: addDays(day, Number.isNaN(days) ? 1 : days) };
}

const open: readonly BookingDetail["status"][] = ["pending", "confirmed", "active"];

/** Whether the desk may still change a booking. */
export function isChangeable({ status }: Pick<BookingDetail, "status">): boolean {
  return open.includes(status);
}

/** Whether it can be said that the customer did not come: the pickup has passed, and the car is still here. */
export function canBeNoShow(
  { status, pickupAt }: Pick<BookingDetail, "status" | "pickupAt">,
  now: Date,
): boolean {
  return (status === "pending" || status === "confirmed") && Date.parse(pickupAt) <= now.getTime();
}
