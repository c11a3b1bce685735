import type { components } from "@/api/schema.gen";
import type { Draft } from "@/features/site/booking/draft";
import { formStore, readJson } from "@/lib/storage";

/** What the thank-you page tells of a booking: as it was sent, with what the server stored. No person in it. */
export interface Booked {
  reference: string;
  /** As the server stored it, in `currency`. */
  totalPrice: number;
  currency: string;
  carType: string;
  pickupLocation: string;
  pickupDate: string;
  pickupTime: string;
  dropoffLocation: string;
  returnDate: string;
  returnTime: string;
}

const key = "booking_received";

export function bookedFrom(
  { details }: Pick<Draft, "details">,
  answer: components["schemas"]["BookingResponse"],
): Booked {
  const { insuranceType: _, ...trip } = details;
  return { ...trip, reference: answer.reference, totalPrice: answer.totalPrice, currency: answer.currency };
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
