import { type ClickIds, withClickIds } from "@/features/click-tracking/rules";
import { daysBetween } from "@/lib/dates";
import type { Search } from "./search-store";

/** The search when it is complete and long enough, else null: the form then only shakes. */
export function validSearch(form: Omit<Search, "days">, minimumDays: number): Search | null {
  const { pickupLocation, dropoffLocation, pickupDate, returnDate } = form;
  if (!pickupLocation || !dropoffLocation || !pickupDate || !returnDate) return null;
  const days = daysBetween(pickupDate, returnDate);
  return days >= minimumDays ? { ...form, days } : null;
}

/** The address of the wizard for a car and a search, with the click ids of this visit. */
export function bookingAddress(carName: string, search: Search, clickIds: ClickIds): string {
  const query = new URLSearchParams({
    pickup: search.pickupLocation,
    dropoff: search.dropoffLocation,
    pickupDate: search.pickupDate,
    returnDate: search.returnDate,
    carType: carName.replace(/\s*\n\s*/g, " "),
  });
  return `/booking${withClickIds(`?${query}`, clickIds)}`;
}
