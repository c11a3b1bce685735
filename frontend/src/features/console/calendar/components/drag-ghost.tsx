import { addDays } from "@/lib/dates";
import { formatShortDay } from "@/lib/format";
import { position } from "../rules";
import type { LaneDrag } from "../use-lane-drag";

interface Props {
  drag: LaneDrag;
  period: { first: string; days: number; timeZone: string };
}

/** What a pull would make of a bar, or the block that is being drawn: by whole days, with its last day. */
export function DragGhost({ drag, period: { first, days, timeZone } }: Props) {
  const { bar, part, since, now } = drag;
  const shift = Math.round(now - since);
  const begin = bar ? position(bar.startsAt, first, timeZone) + (part === "start" ? shift : 0) : since;
  const end = bar ? position(bar.endsAt, first, timeZone) + (part === "end" ? shift : 0) : now;
  const [from, to] = bar
    ? [Math.min(begin, end), Math.max(begin, end)]
    : [Math.floor(Math.min(begin, end)), Math.ceil(Math.max(begin, end))];
  const day = addDays(first, Math.floor(part === "start" ? begin : end));
  return (
    <span
      aria-hidden
      className="tabular pointer-events-none absolute inset-y-1 z-20 rounded-lg border-2 border-dashed border-accent bg-accent/10 px-1.5 text-right text-xs font-semibold"
      style={{ left: `${(from / days) * 100}%`, width: `${((to - from) / days) * 100}%` }}
    >
      {bar && <span className="rounded bg-panel px-1">{formatShortDay(day)}</span>}
    </span>
  );
}
