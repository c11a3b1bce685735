import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowRight, Route as RouteIcon } from "lucide-react";
import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "@/config/paths";
import { filterText } from "@/features/site/shared/choosing/words";
import { usePrice } from "@/lib/currency";
import { formatDuration, formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";
import { RouteMap } from "./route-map";
import { type CarClass, carsOf, filterOf, type RouteBlock, type Stop, stopsOf } from "./rules";

interface Props {
  block: RouteBlock;
  /** Its number among the blocks of the page. */
  place: number;
}

/** A drive on the map, its stops as a list, how long it is, and the cars that it needs. */
export function Route({ block, place }: Props) {
  const stops = useMemo(() => stopsOf(block, siteConfig().locations), [block]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <RouteMap stops={stops} place={place} />
      <div className="flex flex-col gap-4">
        <StopList stops={stops} />
        <Length block={block} />
        {block.carClass && <NeededCar carClass={block.carClass} note={block.note ?? ""} />}
      </div>
    </div>
  );
}

function StopList({ stops }: { stops: readonly Stop[] }) {
  const { t } = useLingui();
  const query = tripQuery(useLocation().search);
  return (
    <ol aria-label={t`Stops`}>
      {stops.map(({ key, name, place }, at) => (
        <li key={key} className="flex min-h-11 items-center gap-3">
          <span
            aria-hidden
            className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-pine text-xs font-bold text-on-pine"
          >
            {at + 1}
          </span>
          {place ? (
            <Link
              to={paths.place.replace(":code", place.code) + query}
              className="inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
            >
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** How long it is, as the company says. */
function Length({ block: { drivingHours, kilometres } }: Pick<Props, "block">) {
  const { t } = useLingui();
  const shown = kilometres && formatNumber(kilometres);
  const parts = [
    drivingHours ? formatDuration(Math.round(drivingHours * 60)) : "",
    shown ? t`${{ kilometres: shown }} km` : "",
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const length = parts.join(", ");
  return (
    <p className="tabular flex items-center gap-3 text-slate">
      <span className="grid size-7 shrink-0 place-items-center">
        <RouteIcon aria-hidden size={20} />
      </span>
      <Trans comment="Of a route with several stops, without breaks: 6 h, 210 km">Driving: {length}</Trans>
    </p>
  );
}

/** The class of car that the route needs, and those that the company has. */
function NeededCar({ carClass, note }: { carClass: CarClass; note: string }) {
  const price = usePrice();
  const query = new URLSearchParams(tripQuery(useLocation().search));
  const [[filter, value] = ["", ""]] = Object.entries(filterOf(carClass));
  query.set(filter, value);
  const cars = carsOf(siteConfig().cars, carClass);
  const lowest = price(Math.min(...cars.map(({ lowestRate }) => lowestRate)));
  return (
    <div className="rounded-card bg-stone p-5">
      <p className="text-sm text-muted">
        <Trans comment="Above the class of car that a route needs">Car for this route</Trans>
      </p>
      <p className="text-lg font-bold">{filterText(filter === "drive" ? filter : "category", carClass)}</p>
      {note && <p className="mt-1 text-slate">{note}</p>}
      {cars.length > 0 && (
        <Link
          to={`${paths.cars}?${query}`}
          className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold text-pine underline underline-offset-4"
        >
          <span className="tabular">
            <Plural
              value={cars.length}
              one={`# car, from ${lowest} a day`}
              other={`# cars, from ${lowest} a day`}
            />
          </span>
          <ArrowRight aria-hidden size={18} className="shrink-0" />
        </Link>
      )}
    </div>
  );
}
