import { plural, t } from "@lingui/core/macro";
import { formatDate } from "@/lib/format";
import type { CarAvailability } from "./ask";

type ShownAvailability = Pick<CarAvailability, "state" | "left" | "freeFrom">;

/** What a visitor reads of a car for their dates; null where the company says nothing. */
export function availabilityText({ state, left, freeFrom }: ShownAvailability): string | null {
  switch (state) {
    case "available":
      return t({ message: "Available", comment: "A car, for the dates that the visitor chose" });
    case "few":
      return plural(left ?? 1, { one: "# left for your dates", other: "# left for your dates" });
    case "held":
      return t`Someone is booking the last one`;
    case "booked": {
      if (!freeFrom) return t`Booked for your dates`;
      const day = formatDate(freeFrom);
      return t({ message: `Booked then: from ${day}`, comment: "A car is free again from this day on" });
    }
    default:
      return null;
  }
}
