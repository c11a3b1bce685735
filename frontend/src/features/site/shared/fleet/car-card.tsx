import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Bluetooth, Check, Cog, Fuel, Mountain, Snowflake, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useViewTransitionState } from "react-router";
import { Picture } from "@/components/ui/picture";
import type { CarAvailability } from "@/features/site/shared/availability/ask";
import { isBooked } from "@/features/site/shared/availability/ask";
import { AvailabilityMark } from "@/features/site/shared/availability/availability-mark";
import { RateTable, Total } from "@/features/site/shared/cars/car-price";
import { CardAction } from "@/features/site/shared/cars/card-action";
import { carUrl, factsOf, isLong } from "@/features/site/shared/cars/facts";
import { CarRating } from "@/features/site/shared/reviews/car-rating";
import type { Search } from "@/features/site/shared/search/rules";
import type { Car } from "@/lib/site-config";

const icons = {
  seats: Users,
  transmission: Cog,
  fuel: Fuel,
  drive: Mountain,
  air: Snowflake,
  bluetooth: Bluetooth,
  other: Check,
};

interface Props {
  car: Car;
  search: Search | null;
  /** For the dates of the search, where that is known. */
  availability: CarAvailability | undefined;
  onOpen: () => void;
  /** Content below the facts. */
  children?: ReactNode;
}

/** One car of the fleet: its price table, or the total of the visitor's search. */
export function CarCard({ car, search, availability, onOpen, children }: Props) {
  const query = useLocation().search;
  const { t } = useLingui();
  const { name } = car;
  const url = carUrl(car, query);
  // The picture moves to its place on the car's page, and back.
  const isMoving = useViewTransitionState(url);
  const side = car.images[0];
  return (
    <article className="car-card relative flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card">
      <button
        type="button"
        onClick={onOpen}
        // The whole card is a link; other controls are layered above it.
        className="group aspect-8/5 w-full overflow-hidden bg-sky text-left after:absolute after:inset-0 after:rounded-card"
        aria-label={t`Photos and details: ${name}`}
        style={isMoving ? { viewTransitionName: "car" } : undefined}
      >
        {side && (
          <Picture
            picture={side}
            sizes="(min-width: 1280px) 24rem, (min-width: 640px) 50vw, 100vw"
            width={960}
            height={600}
            className={clsx(
              "size-full object-cover transition-transform duration-200 group-hover:scale-[1.03]",
              isBooked(availability) && "opacity-60 saturate-50",
            )}
          />
        )}
      </button>
      {availability && (
        <AvailabilityMark
          availability={availability}
          className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-1rem)] animate-appear rounded-2xl bg-panel px-2.5 py-1.5 text-sm font-semibold text-ink shadow-card"
        />
      )}
      <div className="flex grow flex-col gap-4 p-4">
        <div>
          <div className="flex items-baseline justify-between gap-2">
            <h3 className="text-lg font-bold">
              <Link
                to={url}
                viewTransition
                className="relative z-10 decoration-2 underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            </h3>
            <CarRating rating={car.rating} />
          </div>
          <p className="text-sm text-muted sm:min-h-10">{car.title}</p>
        </div>
        <Facts car={car} />
        {children}
        <div className="mt-auto flex flex-col gap-3">
          {search ? <Total car={car} search={search} /> : <RateTable car={car} />}
          <CardAction carName={name} search={search} availability={availability} />
        </div>
      </div>
    </article>
  );
}

function Facts({ car }: { car: Car }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(45%,6.5rem),1fr))] gap-x-2 gap-y-1.5 text-sm text-slate">
      {factsOf(car).map((fact) => {
        const Icon = icons[fact.kind];
        return (
          <li key={fact.text} className={clsx("flex items-start gap-1.5", isLong(fact) && "col-span-full")}>
            <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-pine" />
            {fact.text}
          </li>
        );
      })}
    </ul>
  );
}
