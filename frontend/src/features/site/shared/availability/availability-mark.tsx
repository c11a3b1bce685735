import { clsx } from "clsx";
import type { CarAvailability } from "./ask";
import { availabilityText } from "./words";

const dots: Record<CarAvailability["state"], string> = {
  available: "bg-pine",
  few: "border-2 border-pine bg-linear-to-t from-pine from-50% to-transparent to-50%",
  held: "border-2 border-pine",
  booked: "border-2 border-muted",
  unknown: "",
};

/** A car's availability in a few words, with a dot that says it again in colour. */
export function AvailabilityMark({
  availability,
  className,
}: {
  availability: CarAvailability;
  className?: string;
}) {
  const words = availabilityText(availability);
  if (!words) return null;
  return (
    <span
      data-availability={availability.state}
      className={clsx("inline-flex items-center gap-2", className)}
    >
      <span aria-hidden className={clsx("size-2.5 shrink-0 rounded-full", dots[availability.state])} />
      {words}
    </span>
  );
}
