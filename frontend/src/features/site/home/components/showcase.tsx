import { clsx } from "clsx";
import { lazy, Suspense } from "react";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/counts";
import { formatDate } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { askForSearch } from "../ask-for-search";
import { useGallery } from "../use-gallery";
import { useSearch } from "../use-search";
import { CarCard } from "./car-card";

const Gallery = lazy(() => import("./gallery").then((module) => ({ default: module.Gallery })));

/** The fleet, with prices from the table or totals of the search. */
export function Showcase() {
  const { cars, landing, locations } = siteConfig();
  const { search } = useSearch();
  const fleet = cars.filter((car) => car.inFleet);
  const gallery = useGallery(fleet);
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  return (
    <section id="showcase" aria-labelledby="showcase-title" className="scroll-mt-4 px-4 py-14 sm:px-6">
      <div className="mx-auto max-w-[96rem]">
        <h2 id="showcase-title" className="text-3xl font-bold sm:text-4xl">
          {landing.fleetTitle}
        </h2>
        <p className="mt-2 max-w-2xl text-slate" aria-live="polite">
          {search
            ? `${place(search.pickupLocation)} to ${place(search.dropoffLocation)}, ` +
              `${formatDate(search.pickupDate)} – ${formatDate(search.returnDate)}, ` +
              `${countOf(search.days, "day").replace(" ", "\u00a0")}. All taxes included.`
            : landing.fleetText}
        </p>
        <div
          className={clsx(
            "mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3",
            fleet.length === 4 ? "xl:grid-cols-4" : "xl:grid-cols-5",
          )}
        >
          {fleet.map((car) => (
            <CarCard key={car.slug} car={car} search={search} onOpen={() => gallery.open(car)} />
          ))}
        </div>
        <div className="mt-8 text-center">
          <Button look="quiet" onClick={askForSearch}>
            View All Available Cars
          </Button>
        </div>
      </div>
      {gallery.car && (
        <Suspense>
          <Gallery key={gallery.car.slug} car={gallery.car} onClose={gallery.close} />
        </Suspense>
      )}
    </section>
  );
}
