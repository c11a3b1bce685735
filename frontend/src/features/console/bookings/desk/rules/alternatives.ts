import { t } from "@lingui/core/macro";
import { placeName } from "@/features/console/shared/fleet";
import { formatMoney, formatPlainDay, perDay } from "@/lib/format";
import type { Assignment } from "../../api";
import { startingOn } from "./rental";
import type { RentalForm } from "./schema";

type Trip = Pick<RentalForm, "pickupDate" | "returnDate">;
export interface Alternative {
  key: string;
  label: string;
  change: Partial<Record<"car" | "pickupDate" | "returnDate" | "pickupLocation", string>>;
}

/** What else there is when no vehicle is free, each with what it changes: other cars, later days, other places. */
export function alternativesOf({ alternatives, otherPlace }: Assignment, trip: Trip): Alternative[] {
  const cars = (alternatives?.cars ?? []).map(({ slug, car, dailyDifference }) => ({
    key: slug,
    label:
      Number(dailyDifference) > 0
        ? t`${car}, ${{ price: perDay(formatMoney(Number(dailyDifference))) }} more`
        : t`${car}, same price or less`,
    change: { car },
  }));
  const day = alternatives?.freeFrom;
  const later = day
    ? [
        {
          key: "later",
          label: t`Same car from ${{ day: formatPlainDay(day) }}`,
          change: startingOn(trip, day),
        },
      ]
    : [];
  const places = otherPlace.map((place) => ({
    key: place,
    label: t`Available in ${{ place: placeName(place) }}`,
    change: { pickupLocation: place },
  }));
  return [...cars, ...later, ...places];
}
