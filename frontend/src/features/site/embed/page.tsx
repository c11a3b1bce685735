import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useLocation, useParams } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import { SearchForm } from "@/features/site/shared/search/search-form";
import { usePrice } from "@/lib/currency";
import { type Car, siteConfig } from "@/lib/site-config";
import { followHeight } from "./height";
import { carBookingUrl, resultsUrl, targetOf } from "./rules";

/**
 * A part of the site in a frame of another website: the search, the cars, or the booking button of one car. Stores
 * nothing and counts no visit: browsers give frames of other websites no storage, and a view of theirs is none of ours.
 */
export function Component() {
  const [kind, slug] = (useParams()["*"] ?? "").split("/");
  const content = useRef<HTMLElement>(null);
  useEffect(() => (content.current ? followHeight(content.current) : undefined), []);
  const cars = siteConfig().cars.filter(({ inFleet }) => inFleet);
  const car = cars.find((item) => item.slug === slug);
  return (
    <main ref={content} className="flow-root p-1 [--search-field:9.25rem]">
      {kind === "search" && <Search />}
      {kind === "cars" && !slug && <Cars cars={cars} />}
      {kind === "cars" && car && <OneCar car={car} />}
    </main>
  );
}

function Search() {
  const { search } = useLocation();
  const { pathPrefix } = siteConfig().tenant;
  return (
    <SearchForm
      onSearch={(trip) =>
        window.open(resultsUrl(pathPrefix, trip, search), targetOf(search), features(targetOf(search)))
      }
    />
  );
}

/** A new tab must not reach the page that opened it. */
const features = (target: string) => (target === "_blank" ? "noopener" : "");

function Cars({ cars }: { cars: Car[] }) {
  const { t } = useLingui();
  return (
    <>
      <h1 className="sr-only">{t`Cars`}</h1>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {cars.map((car) => (
          <li
            key={car.slug}
            className="flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card"
          >
            <div className="aspect-8/5 w-full bg-sky">
              <Picture
                picture={car.images[0]}
                sizes="(min-width: 1024px) 33vw, (min-width: 640px) 50vw, 100vw"
                width={960}
                height={600}
                className="size-full object-cover"
              />
            </div>
            <div className="flex grow flex-col gap-3 p-4">
              <div>
                <h2 className="text-lg font-bold">{car.name}</h2>
                <p className="text-sm text-muted">{car.title}</p>
              </div>
              <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
                <Price car={car} />
                <Book car={car} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function OneCar({ car }: { car: Car }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-panel p-4">
      <div>
        <h1 className="text-lg font-bold">{car.name}</h1>
        <Price car={car} />
      </div>
      <Book car={car} />
    </div>
  );
}

function Price({ car }: { car: Car }) {
  const price = usePrice()(car.lowestRate);
  return (
    <p className="tabular font-semibold">
      <Trans comment="The lowest price of a car for a day">from {price} a day</Trans>
    </p>
  );
}

function Book({ car }: { car: Car }) {
  const { search } = useLocation();
  return (
    <a
      href={carBookingUrl(siteConfig().tenant.pathPrefix, car.name, search)}
      target={targetOf(search)}
      rel="noopener"
      // A frame has a dozen of these links: screen readers need the car's name in each.
      aria-description={car.name}
      className={buttonClass("primary")}
    >
      <Trans>Book Now</Trans>
    </a>
  );
}
