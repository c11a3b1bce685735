import { clsx } from "clsx";
import type { CarStanding } from "./ask";
import { standingWords } from "./words";

const dots: Record<CarStanding["state"], string> = {
  available: "bg-pine",
  few: "border-2 border-pine bg-linear-to-t from-pine from-50% to-transparent to-50%",
  held: "border-2 border-pine",
  booked: "border-2 border-muted",
  unknown: "",
};

/** A car's standing in a few words, with a dot that says it again in colour. */
export function StandingMark({ standing, className }: { standing: CarStanding; className?: string }) {
  const words = standingWords(standing);
  if (!words) return null;
  return (
    <span data-standing={standing.state} className={clsx("inline-flex items-center gap-2", className)}>
      <span aria-hidden className={clsx("size-2.5 shrink-0 rounded-full", dots[standing.state])} />
      {words}
    </span>
  );
}
