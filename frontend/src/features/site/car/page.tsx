import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { paths } from "@/config/paths";
import { useFleetAvailability } from "@/features/site/shared/availability/use-fleet-availability";
import { carUrl } from "@/features/site/shared/cars/facts";
import { GalleryStage, slidesOf } from "@/features/site/shared/cars/gallery-stage";
import { RatingLine } from "@/features/site/shared/rating-line";
import { CarRating } from "@/features/site/shared/reviews/car-rating";
import { SearchHeader } from "@/features/site/shared/search/search-header";
import { useSearch } from "@/features/site/shared/search/use-search";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { usePrice } from "@/lib/currency";
import type { Car } from "@/lib/site-config";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";
import { CarDetails } from "./components/car-details";
import { CarIntro } from "./components/car-intro";
import { CarPriceSection } from "./components/car-price-section";
import { ReviewsBelow } from "./components/reviews-below";
import { VehiclesBelow } from "./components/vehicles-below";

/** One car: its pictures, its price for the visitor's dates, what holds, and what can be added. */
export function Component() {
  const { slug } = useParams();
  const { search: query } = useLocation();
  const { search } = useSearch();
  const fleetAvailability = useFleetAvailability(search);
  const price = usePrice();
  useEffect(startClickTracking, []);
  const fleet = siteConfig().cars.filter(({ inFleet }) => inFleet);
  const car = fleet.find((item) => item.slug === slug);
  // The router shows this page for cars of the company alone.
  if (!car) return null;
  return (
    <>
      <SearchHeader car={car} />
      <main id="content">
        <CarIntro
          name={car.name}
          title={car.title}
          description={car.description}
          specs={car.specs}
          price={price(car.lowestRate)}
          rating={
            car.rating ? (
              <a href="#reviews" className="underline-offset-4 hover:underline">
                <CarRating rating={car.rating} />
              </a>
            ) : (
              <RatingLine />
            )
          }
          stage={<CarStage key={car.slug} car={car} />}
        />
        <CarPriceSection car={car} search={search} fleetAvailability={fleetAvailability} />
        <CarDetails car={car} days={search?.days ?? 0} />
        <VehiclesBelow key={car.slug} car={car} />
        <ReviewsBelow key={`${car.slug}-reviews`} car={car} />
        <nav aria-labelledby="others-title" className="mx-auto max-w-[96rem] px-4 sm:px-6">
          <h2 id="others-title" className="text-2xl font-bold">
            <Trans>Our other cars</Trans>
          </h2>
          <ul className="mt-3 flex flex-wrap gap-x-6">
            {fleet
              .filter((item) => item !== car)
              .map((item) => (
                <li key={item.slug}>
                  <Link className={link} to={carUrl(item, query)}>
                    {item.name}
                  </Link>
                </li>
              ))}
            <li>
              <Link className={link} to={paths.cars + tripQuery(query)}>
                <Trans>All cars</Trans>
              </Link>
            </li>
          </ul>
        </nav>
      </main>
      <SiteFooter />
    </>
  );
}

const link = "inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4";

/** Film and pictures of the car, where the server's page shows the first of them. */
function CarStage({ car }: { car: Car }) {
  const slides = slidesOf(car);
  const [index, setIndex] = useState(0);
  return (
    <GalleryStage
      name={car.name}
      slide={slides[index]}
      poster={car.film?.poster ?? car.images[0]}
      position={slides.length > 1 ? `${index + 1} / ${slides.length}` : null}
      onMove={(step) => setIndex((before) => (before + step + slides.length) % slides.length)}
      isFirst
    />
  );
}
