import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import type { Bar } from "../api";
import { movableBar } from "../rules";
import { barLabel, barName } from "../words";

const looks = {
  pending: "border border-dashed border-edge bg-panel",
  confirmed: "bg-sky",
  active: "bg-pine text-on-pine",
  completed: "bg-stone text-slate",
  cancelled: "bg-stone text-slate",
};
// Stripes tell a block from a booking without colour.
const striped =
  "text-slate [background:repeating-linear-gradient(135deg,var(--stone)_0_6px,var(--panel)_6px_10px)] border border-line";

interface Props {
  bar: Bar;
  place: { left: number; width: number };
  onOpen: () => void;
  /** To the next free vehicle above or below. */
  onStep: (direction: -1 | 1) => void;
}

/** A bar: Enter opens it, Alt with an arrow moves it to the next free vehicle, the mouse drags it. */
export function BarButton({ bar, place, onOpen, onStep }: Props) {
  const isMovable = movableBar(bar) !== null;
  function step(event: KeyboardEvent) {
    if (!isMovable || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onStep(event.key === "ArrowUp" ? -1 : 1);
  }
  return (
    <button
      type="button"
      id={`bar-${bar.id}`}
      title={barLabel(bar)}
      aria-label={barLabel(bar)}
      aria-keyshortcuts={isMovable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", bar.id)}
      onClick={onOpen}
      onKeyDown={step}
      className={clsx(
        "absolute inset-y-1.5 overflow-hidden rounded-lg px-1.5 text-left text-xs font-semibold whitespace-nowrap",
        isMovable && "cursor-grab",
        bar.kind === "booking" && bar.status ? looks[bar.status] : striped,
        bar.isOverdue && "outline-2 -outline-offset-2 outline-danger",
      )}
      style={{ left: `${place.left}%`, width: `${place.width}%` }}
    >
      {barName(bar)}
    </button>
  );
}
