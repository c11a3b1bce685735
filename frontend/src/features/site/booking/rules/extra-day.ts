import { countOf } from "@/lib/counts";
import { daysBetween } from "@/lib/dates";
import { type Details, rentalDays } from "./schema";

type Period = Pick<Details, "pickupDate" | "pickupTime" | "returnDate" | "returnTime">;

/** Why there is a day more than the dates are apart, and how to do without it; null when there is none. */
export function extraDayNote(period: Period, minimumDays: number): string | null {
  const days = rentalDays(period);
  const between = daysBetween(period.pickupDate, period.returnDate);
  if (days < 1 || days <= between) return null;
  const why = `${countOf(days, "day")}, because you return later in the day than you pick up.`;
  return between >= minimumDays
    ? `${why} Return by ${period.pickupTime} for ${countOf(between, "day")}.`
    : why;
}
