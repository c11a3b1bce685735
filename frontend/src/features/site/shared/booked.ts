import type { components } from "@/api/schema.gen";
import type { PriceLine } from "@/features/site/shared/pricing/whole-price";
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

/** What the thank-you page tells of a booking: as it was sent, with what the server stored. No person in it. */
export interface Booked extends Trip {
  id: string;
  reference: string;
  /** What the total is made of, as it was shown when it was confirmed. */
  lines: PriceLine[];
  /** As the server stored it, in `currency`. */
  totalPrice: number;
  currency: string;
  /** What was shown beside it; null where prices were shown in `currency`. */
  shown?: { total: number; currency: string } | null;
  /** When it was taken, ISO 8601; missing in what an older release kept. */
  takenAt?: string;
}

const key = "booking_received";

export function bookedFrom(
  { insuranceType: _, ...trip }: Trip & { insuranceType: string },
  answer: components["schemas"]["BookingResponse"],
  lines: PriceLine[],
): Booked {
  const { bookingId: id, reference, totalPrice, currency, displayTotal, displayCurrency } = answer;
  const shown =
    displayTotal !== null && displayCurrency ? { total: displayTotal, currency: displayCurrency } : null;
  return { ...trip, id, reference, lines, totalPrice, currency, shown, takenAt: new Date().toISOString() };
}

/** Keeps the newest booking for this tab, so that the page can be opened once more. */
export function keepBooked(booked: Booked): void {
  formStore.set(key, JSON.stringify(booked));
}

/** The booking of this entry of the history, else the newest of this tab. */
export function readBooked(state: unknown): Booked | null {
  const given = (state as { booked?: Booked } | null)?.booked;
  return given ?? readJson<Booked>(formStore, key);
}
