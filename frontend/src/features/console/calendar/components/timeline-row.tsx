import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { type DragEvent, memo, type RefObject, useState } from "react";
import { Link } from "react-router";
import { adminPath } from "@/config/admin-path";
import { elsewhere, type Vehicle } from "@/features/console/shared/fleet";
import type { Bar } from "../api";
import type { Part } from "../dates";
import { gapStart, placeOf } from "../rules";
import { useLaneDrag } from "../use-lane-drag";
import { gapText } from "../words";
import { BarButton, grabbedAt } from "./bar-button";
import { BarHandles } from "./bar-handles";
import { DragGhost } from "./drag-ghost";

interface Props {
  vehicle: Vehicle;
  bars: readonly Bar[];
  period: { first: string; days: number; timeZone: string };
  top: number;
  height: number;
  /** A stable object that holds the callbacks. */
  actions: RefObject<RowActions>;
}

export interface RowActions {
  open: (bar: Bar) => void;
  step: (bar: Bar, direction: -1 | 1) => void;
  drop: (barId: string, onto: Vehicle, days: number) => void;
  dates: (bar: Bar, part: Part, days: number) => void;
  draw: (vehicle: Vehicle, since: number, until: number) => void;
}

/** One vehicle: its plate, and what it is taken for. Short gaps are dotted. */
export const TimelineRow = memo(function TimelineRow({ vehicle, bars, period, top, height, actions }: Props) {
  const [isTarget, setTarget] = useState(false);
  // Ends can be pulled where the mouse is: five hundred rows need no ends.
  const [isNear, setNear] = useState(false);
  const { lane, drag, begin, handlers } = useLaneDrag({
    days: period.days,
    onPull: (bar, part, days) => actions.current.dates(bar, part, days),
    onDraw: (since, until) => actions.current.draw(vehicle, since, until),
  });
  function dropped(event: DragEvent<HTMLDivElement>) {
    event.preventDefault();
    setTarget(false);
    const moved = event.clientX - Number(event.dataTransfer.getData(grabbedAt) || event.clientX);
    const width = event.currentTarget.getBoundingClientRect().width || 1;
    const days = Math.round((moved / width) * period.days);
    actions.current.drop(event.dataTransfer.getData("text/plain"), vehicle, days);
  }
  return (
    <li className="absolute inset-x-0 flex border-b border-line" style={{ top, height }}>
      <Link
        to={adminPath.vehicle(vehicle.id)}
        className="sticky left-0 z-20 flex w-44 shrink-0 flex-col justify-center border-r border-line bg-panel px-3 hover:bg-stone"
      >
        <span className="tabular flex items-center gap-1.5 text-sm font-semibold">
          {vehicle.plate}
          {vehicle.warnings > 0 && <TriangleAlert aria-hidden size={13} className="text-danger" />}
        </span>
        <span className="truncate text-xs text-muted">
          {[elsewhere(vehicle), vehicle.car].filter(Boolean).join(" · ")}
        </span>
      </Link>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: bars have their own keyboard controls */}
      <div
        ref={lane}
        data-lane={vehicle.id}
        className={clsx("relative grow", isTarget && "bg-sky/60")}
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onPointerDown={(event) => event.target === event.currentTarget && begin(event, null, "end")}
        {...handlers}
        onDragOver={(event) => {
          event.preventDefault();
          setTarget(true);
        }}
        onDragLeave={() => setTarget(false)}
        onDrop={dropped}
      >
        {drag && <DragGhost drag={drag} period={period} />}
        {bars.map((bar) => {
          const place = placeOf(bar.startsAt, bar.endsAt, period);
          const since = gapStart(bar);
          const gap = since ? placeOf(since, bar.startsAt, period) : null;
          return (
            <div key={bar.id} className="contents">
              {gap && (
                <span
                  className="absolute top-1/2 border-t-2 border-dotted border-edge"
                  title={gapText(bar.gapHours ?? 0)}
                  style={{ left: `${gap.left}%`, width: `${gap.width}%` }}
                />
              )}
              {place && (
                <BarButton
                  bar={bar}
                  place={place}
                  onOpen={() => actions.current.open(bar)}
                  onStep={(direction) => actions.current.step(bar, direction)}
                  onDates={(part, days) => actions.current.dates(bar, part, days)}
                />
              )}
              {place && (isNear || drag) && <BarHandles bar={bar} place={place} onBegin={begin} />}
            </div>
          );
        })}
      </div>
    </li>
  );
});
