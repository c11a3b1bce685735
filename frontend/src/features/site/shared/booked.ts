import type { components } from "@/api/schema.gen";
import type { PriceLine } from "@/features/site/shared/pricing/whole-price";
import { chosenPlaces } from "@/lib/handover-places";
import { siteConfig } from "@/lib/site-config";
import { formStore, readJson } from "@/lib/storage";

interface Trip {
  carType: string;
  pickupLocation: string;
  pickupDate: string;
  pickupTime: string;
  dropoffLocation: string;
  returnDate: string;
  returnTime: string;
}

/** A booking as the thank-you page shows it: what was sent and what the server stored, without personal data. */
export interface Booked extends Trip {
  id: string;
  reference: string;
  /** Where exactly people meet; missing where that is still to be agreed. */
  pickupPlace?: string;
  dropoffPlace?: string;
  /** What the total is made of, as it was shown when it was confirmed. */
  lines: PriceLine[];
  /** As the server stored it, in `currency`. */
  totalPrice: number;
  currency: string;
  /** What was shown beside it; null where prices were shown in `currency`. */
  shown?: { total: number; currency: string } | null;
  /** When it was taken, ISO 8601; missing in what an older release kept. */
  takenAt?: string;
  /** The entries of the browser's history at which the form was filled in. */
  entries?: string[];
}

const key = "booking_received";
const entriesKey = "booking_entries";
const maxEntries = 100;

export function bookedFrom(
  trip: Trip & { pickupPlace: string; dropoffPlace: string },
  answer: components["schemas"]["BookingResponse"],
  lines: PriceLine[],
): Booked {
  const { bookingId: id, reference, totalPrice, currency, displayTotal, displayCurrency } = answer;
  const shown =
    displayTotal !== null && displayCurrency ? { total: displayTotal, currency: displayCurrency } : null;
  const { carType, pickupLocation, pickupDate, pickupTime, dropoffLocation, returnDate, returnTime } = trip;
  const { pickup, dropoff } = chosenPlaces(trip, siteConfig().locations);
  return {
    carType,
    pickupLocation,
    pickupDate,
    pickupTime,
    dropoffLocation,
    returnDate,
    returnTime,
    ...(pickup && { pickupPlace: pickup.name }),
    ...(dropoff && { dropoffPlace: dropoff.name }),
    id,
    reference,
    lines,
    totalPrice,
    currency,
    shown,
    takenAt: new Date().toISOString(),
  };
}

/** Stores the newest booking for this tab, so that the page can be reopened. */
export function keepBooked(booked: Booked): void {
  const before = readBooked(null)?.entries ?? [];
  const entries = [...before, ...(readJson<string[]>(formStore, entriesKey) ?? [])].slice(-maxEntries);
  formStore.set(key, JSON.stringify({ ...booked, entries }));
  formStore.remove(entriesKey);
}

/** Records that an entry of the browser's history shows the form. */
export function noteFormEntry(entry: string): void {
  const entries = readJson<string[]>(formStore, entriesKey) ?? [];
  if (entries.includes(entry)) return;
  formStore.set(entriesKey, JSON.stringify([...entries, entry].slice(-maxEntries)));
}

/** Whether the form at this entry became a booking: the back button then shows the booking, not an empty form. */
export function isBookedEntry(entry: string): boolean {
  return readBooked(null)?.entries?.includes(entry) ?? false;
}

/** The booking of this entry of the history, else the newest of this tab. */
export function readBooked(state: unknown): Booked | null {
  const given = (state as { booked?: Booked } | null)?.booked;
  return given ?? readJson<Booked>(formStore, key);
}
