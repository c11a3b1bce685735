import { type PointerEvent, useRef, useState } from "react";
import type { Bar } from "./api";

/** The preview while the pointer is down, in days of the displayed period. */
export interface LaneDrag {
  /** The bar whose end is dragged; without one, a new block is drawn. */
  bar: Bar | null;
  part: "start" | "end";
  since: number;
  now: number;
}

interface Options {
  days: number;
  /** `part` of the bar was dragged by this many whole days. */
  onPull: (bar: Bar, part: "start" | "end", days: number) => void;
  /** An empty stretch was drawn, in days of the displayed period. */
  onDraw: (since: number, until: number) => void;
}

/** A shorter movement is a click. */
const minDays = 0.5;

/** Dragging the ends of bars, and drawing new blocks, with mouse or pen in one row. */
export function useLaneDrag({ days, onPull, onDraw }: Options) {
  const lane = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<LaneDrag | null>(null);

  function placeOf(event: PointerEvent): number {
    const box = lane.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.min(days, Math.max(0, ((event.clientX - box.left) / box.width) * days));
  }
  function begin(event: PointerEvent, bar: Bar | null, part: "start" | "end") {
    // Touch scrolls the calendar.
    if (event.button !== 0 || event.pointerType === "touch") return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const place = placeOf(event);
    setDrag({ bar, part, since: place, now: place });
  }
  function move(event: PointerEvent) {
    if (drag) setDrag({ ...drag, now: placeOf(event) });
  }
  function end() {
    if (!drag) return;
    const moved = drag.now - drag.since;
    if (drag.bar && Math.round(moved) !== 0) onPull(drag.bar, drag.part, Math.round(moved));
    if (!drag.bar && Math.abs(moved) >= minDays) onDraw(drag.since, drag.now);
    setDrag(null);
  }
  const handlers = { onPointerMove: move, onPointerUp: end, onPointerCancel: () => setDrag(null) };
  return { lane, drag, begin, handlers };
}
