import { Trans } from "@lingui/react/macro";
import { AvailabilityMark } from "@/features/site/shared/availability/availability-mark";
import type { FleetAvailability } from "@/features/site/shared/availability/use-fleet-availability";
import { RateTable, Total } from "@/features/site/shared/cars/car-price";
import { CardAction } from "@/features/site/shared/cars/card-action";
import type { Search } from "@/features/site/shared/search/rules";
import { SearchForm } from "@/features/site/shared/search/search-form";
import type { Car } from "@/lib/site-config";

interface Props {
  car: Car;
  search: Search | null;
  fleetAvailability: FleetAvailability;
}

/** The price for the visitor's dates, and how a day's price falls with the length of the rental. */
export function CarPriceSection({ car, search, fleetAvailability }: Props) {
  const availability = fleetAvailability.cars.get(car.slug);
  return (
    <section id="dates" aria-labelledby="price-title" className="bg-sky/60 px-4 py-10 sm:px-6">
      <div className="mx-auto max-w-[96rem]">
        <h2 id="price-title" className="mb-5 text-2xl font-bold sm:text-3xl">
          <Trans>Price for your dates</Trans>
        </h2>
        <SearchForm answer="price" car={car} />
        <div id="price" className="mt-6 grid scroll-mt-4 items-start gap-5 lg:grid-cols-2">
          <div
            className="flex flex-col gap-3 rounded-card bg-panel p-4 shadow-card sm:p-5"
            aria-live="polite"
          >
            {search ? (
              <Total car={car} search={search} />
            ) : (
              <p className="text-slate">
                <Trans>Choose locations and dates above to see the total price.</Trans>
              </p>
            )}
            {availability && <AvailabilityMark availability={availability} className="font-semibold" />}
            <CardAction carName={car.name} search={search} availability={availability} />
          </div>
          <div className="rounded-card bg-panel p-4 shadow-card sm:p-5">
            <RateTable car={car} />
          </div>
        </div>
      </div>
    </section>
  );
}
