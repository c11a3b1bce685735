import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { latePart } from "@/components/ui/late-part";
import { OneByOne } from "@/components/ui/one-by-one";
import { isBooked } from "@/features/site/shared/availability/ask";
import { useFleetAvailability } from "@/features/site/shared/availability/use-fleet-availability";
import { Chooser } from "@/features/site/shared/choosing/chooser";
import { cachedPrice } from "@/features/site/shared/pricing/price-cache";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { RatingLine } from "@/features/site/shared/rating-line";
import type { Search } from "@/features/site/shared/search/rules";
import { useSearch } from "@/features/site/shared/search/use-search";
import { formatDate, formatDays } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";
import { CarCard } from "./car-card";
import { FleetAvailabilityNote } from "./fleet-availability-note";
import { useGallery } from "./use-gallery";

const Gallery = latePart(() => import("./gallery").then((module) => module.Gallery));

/** The company's cars, with prices from the table or totals of the visitor's search; to filter, sort and compare. */
export function Fleet({ text }: { text?: string }) {
  const { search } = useSearch();
  const fleet = siteConfig().cars.filter((car) => car.inFleet);
  const gallery = useGallery(fleet);
  const fleetAvailability = useFleetAvailability(search);
  // What cannot be had comes last.
  const last = (slug: string) => Number(isBooked(fleetAvailability.cars.get(slug)));
  const priceOf = (car: Car) => (search ? cachedPrice(car.name, search).totalPrice : car.lowestRate);
  const grid = (list: Car[], extras?: (car: Car) => ReactNode) => (
    <div
      className={clsx(
        "fleet mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3",
        fleet.length === 4 ? "xl:grid-cols-4" : "xl:grid-cols-5",
      )}
    >
      <OneByOne>
        {[...list]
          .sort((one, other) => last(one.slug) - last(other.slug))
          .map((car) => (
            <CarCard
              key={car.slug}
              car={car}
              search={search}
              availability={fleetAvailability.cars.get(car.slug)}
              onOpen={() => gallery.open(car)}
            >
              {extras?.(car)}
            </CarCard>
          ))}
      </OneByOne>
    </div>
  );
  return (
    <>
      <p className="mt-2 max-w-2xl text-slate" aria-live="polite">
        {search ? <Asked search={search} /> : text}
      </p>
      {!search && <RateNote className="mt-1" />}
      <p className="mt-2 text-sm md:hidden">
        <RatingLine />
      </p>
      <FleetAvailabilityNote fleet={fleet} fleetAvailability={fleetAvailability} />
      <Chooser cars={fleet} priceOf={priceOf}>
        {grid}
      </Chooser>
      {gallery.car && (
        <Gallery key={gallery.car.slug} car={gallery.car} search={search} onClose={gallery.close} />
      )}
    </>
  );
}

/** What the totals are for. */
function Asked({ search }: { search: Search }) {
  const { locations } = siteConfig();
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const pickup = place(search.pickupLocation);
  const dropoff = place(search.dropoffLocation);
  const start = `${formatDate(search.pickupDate)} ${search.pickupTime}`;
  const end = `${formatDate(search.returnDate)} ${search.returnTime}`;
  const length = formatDays(search.days).replaceAll(" ", "\u00a0");
  return (
    <Trans comment="Places, dates and length of a search: Tbilisi to Batumi, Tue 7 Jul – Fri 10 Jul, 3 days">
      {pickup} to {dropoff}, {start} – {end}, {length}. All taxes included.
    </Trans>
  );
}
