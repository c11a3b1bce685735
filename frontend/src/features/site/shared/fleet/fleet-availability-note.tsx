import { plural, t } from "@lingui/core/macro";
import { isBooked } from "@/features/site/shared/availability/ask";
import type { FleetAvailability } from "@/features/site/shared/availability/use-fleet-availability";
import { formatDate } from "@/lib/format";
import type { Car } from "@/lib/site-config";

/** How many of the shown cars can be had for the dates, in one line that keeps its place while that is asked. */
export function FleetAvailabilityNote({
  fleet,
  fleetAvailability,
}: {
  fleet: Car[];
  fleetAvailability: FleetAvailability;
}) {
  if (fleetAvailability.state === "silent") return null;
  return (
    <p role="status" className="mt-1 min-h-6 max-w-2xl font-semibold text-pine">
      {sentence(fleet, fleetAvailability)}
    </p>
  );
}

function sentence(fleet: Car[], { state, cars }: FleetAvailability): string {
  if (state === "asking") return t`Checking which cars are free…`;
  if (state === "away") {
    return t`Couldn't check availability. Prices are up to date, and you can still book.`;
  }
  const known = fleet.flatMap(({ slug }) => cars.get(slug) ?? []).filter((car) => car.state !== "unknown");
  if (known.length === 0) return "";
  const free = known.filter((car) => !isBooked(car)).length;
  // Cars without a vehicle have no availability, so there is no note about all.
  const isAll = known.length === fleet.length;
  if (isAll && free === known.length) return t`All of these cars are free then.`;
  if (free > 0) return plural(free, { one: "# car is free then.", other: "# cars are free then." });
  if (!isAll) return "";
  const first = known.flatMap(({ freeFrom }) => freeFrom ?? []).sort()[0];
  if (!first) return t`All of these cars are booked then.`;
  const day = formatDate(first);
  return t`All of these cars are booked then. The first is free again from ${day}.`;
}
