import type { PointerEvent } from "react";
import type { Bar } from "../api";
import { datedParts } from "../dates";

interface Props {
  bar: Bar;
  place: { left: number; width: number };
  onBegin: (event: PointerEvent, bar: Bar, part: "start" | "end") => void;
}

/** The two ends of a bar, to be pulled to other days. The keyboard has keys for it on the bar itself. */
export function BarHandles({ bar, place, onBegin }: Props) {
  const parts = datedParts(bar);
  return (["start", "end"] as const)
    .filter((part) => parts.includes(part))
    .map((part) => (
      <span
        key={part}
        aria-hidden
        data-handle={part}
        className="absolute inset-y-1.5 z-10 w-2 cursor-ew-resize"
        style={{ left: `calc(${part === "start" ? place.left : place.left + place.width}% - 0.25rem)` }}
        onPointerDown={(event) => onBegin(event, bar, part)}
      />
    ));
}
