import { daysBetween } from "@/lib/dates";
import type { Search } from "./search-store";

/** The search when it is complete and long enough, else null: the form then only shakes. */
export function validSearch(form: Omit<Search, "days">, minimumDays: number): Search | null {
  const { pickupLocation, dropoffLocation, pickupDate, returnDate } = form;
  if (!pickupLocation || !dropoffLocation || !pickupDate || !returnDate) return null;
  const days = daysBetween(pickupDate, returnDate);
  return days >= minimumDays ? { ...form, days } : null;
}

/** The address of the wizard for a car and a search. */
export function bookingAddress(carName: string, search: Search, gclid: string | undefined): string {
  const query = new URLSearchParams({
    pickup: search.pickupLocation,
    dropoff: search.dropoffLocation,
    pickupDate: search.pickupDate,
    returnDate: search.returnDate,
    carType: carName.replace(/\s*\n\s*/g, " "),
  });
  if (gclid?.trim()) query.set("gclid", gclid.trim());
  return `/booking?${query}`;
}
