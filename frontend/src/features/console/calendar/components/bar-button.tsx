import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import { useAccess } from "@/components/ui/button";
import type { Bar } from "../api";
import { datedParts, type Part } from "../dates";
import { movableBar } from "../rules";
import { barLabel, barName } from "../words";

const looks = {
  pending: "border border-dashed border-edge bg-panel",
  confirmed: "bg-sky",
  active: "bg-pine text-on-pine",
  completed: "bg-stone text-slate",
  cancelled: "bg-stone text-slate",
};
// Stripes distinguish a block from a booking without colour.
const striped =
  "text-slate [background:repeating-linear-gradient(135deg,var(--stone)_0_6px,var(--panel)_6px_10px)] border border-line";

/** Where the mouse took hold of a dragged bar. */
export const grabbedAt = "application/x-grabbed-at";

interface Props {
  bar: Bar;
  place: { left: number; width: number };
  onOpen: () => void;
  /** To the next free vehicle above or below. */
  onStep: (direction: -1 | 1) => void;
  /** To other days. */
  onDates: (part: Part, days: number) => void;
}

/**
 * A bar: Enter opens it, Alt with up or down moves it to the next free vehicle, with left or right to another day, with
 * Shift too only its end; the mouse drags it.
 */
export function BarButton({ bar, place, onOpen, onStep, onDates }: Props) {
  const label = barLabel(bar);
  const isFixed = useAccess().disabled === true;
  const isMovable = !isFixed && movableBar(bar) !== null;
  const parts = isFixed ? [] : datedParts(bar);
  function step(event: KeyboardEvent) {
    const direction = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
    const part = event.shiftKey ? "end" : "all";
    if (!event.altKey || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      if (isMovable) onStep(direction);
    } else if (parts.includes(part)) onDates(part, direction);
  }
  return (
    <button
      type="button"
      id={`bar-${bar.id}`}
      title={label}
      aria-label={label}
      aria-keyshortcuts={
        isMovable
          ? "Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
          : parts.includes("all")
            ? "Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
            : parts.includes("end")
              ? "Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
              : undefined
      }
      draggable={parts.includes("all")}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", bar.id);
        event.dataTransfer.setData(grabbedAt, String(event.clientX));
      }}
      onClick={onOpen}
      onKeyDown={step}
      className={clsx(
        "absolute inset-y-1.5 overflow-hidden rounded-lg px-1.5 text-left text-xs font-semibold whitespace-nowrap",
        parts.includes("all") && "cursor-grab",
        bar.kind === "booking" && bar.status ? looks[bar.status] : striped,
        bar.isOverdue && "outline-2 -outline-offset-2 outline-danger",
      )}
      style={{ left: `${place.left}%`, width: `${place.width}%` }}
    >
      {barName(bar)}
    </button>
  );
}
