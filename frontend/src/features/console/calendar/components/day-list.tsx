import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/panel";
import { Elsewhere, placeName } from "@/features/console/shared/fleet";
import { formatDay } from "@/lib/format";
import type { Bar, Calendar } from "../api";
import { barsOn } from "../rules";
import { barName, barState, periodText } from "../words";

interface Props {
  calendar: Calendar;
  onOpen: (bar: Bar) => void;
}

/** One day on a phone: what is taken, and what is free. */
export function DayList({ calendar, onOpen }: Props) {
  const { t } = useLingui();
  const { vehicles, bars, firstDay, timezone } = calendar;
  const taken = barsOn(firstDay, bars, timezone);
  const plates = new Map(vehicles.map((each) => [each.id, each.plate]));
  const busy = new Set(taken.map((bar) => bar.vehicleId));
  const free = vehicles.filter((each) => each.state === "in_service" && !busy.has(each.id));
  return (
    <>
      <h2 className="font-bold">{formatDay(firstDay)}</h2>
      {taken.length === 0 && (
        <p className="text-sm text-slate">
          <Trans>No bookings or blocks on this day.</Trans>
        </p>
      )}
      {taken.length > 0 && (
        <DataList>
          {taken.map((bar) => (
            <li key={bar.id}>
              <button
                type="button"
                className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-3 text-left hover:bg-stone"
                onClick={() => onOpen(bar)}
              >
                <span className="truncate font-semibold">{barName(bar)}</span>
                <Badge look={bar.isOverdue ? "warning" : bar.status === "active" ? "good" : "plain"}>
                  {barState(bar)}
                </Badge>
                <span className="tabular col-span-2 text-sm text-slate">
                  {periodText(bar.startsAt, bar.endsAt)}
                </span>
                <span className="tabular col-span-2 text-sm">{plates.get(bar.vehicleId)}</span>
              </button>
            </li>
          ))}
        </DataList>
      )}
      <details open={taken.length === 0} className="rounded-card border border-line bg-panel p-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          <Plural value={{ count: free.length }} one="# vehicle is free" other="# vehicles are free" />
        </summary>
        <ul className="mt-2 grid gap-2 text-sm" aria-label={t`Free vehicles`}>
          {free.map((vehicle) => (
            <li key={vehicle.id} className="flex justify-between gap-3">
              <span>
                <span className="tabular font-semibold">{vehicle.plate}</span> {vehicle.car}
              </span>
              <span className="min-w-0 text-right text-slate">
                {placeName(vehicle.homeLocation)}
                <Elsewhere vehicle={vehicle} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
