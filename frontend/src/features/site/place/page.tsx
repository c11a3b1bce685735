import { Plural, Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { Link, useLocation, useParams } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { carUrl } from "@/features/site/shared/cars/facts";
import { cachedPrice } from "@/features/site/shared/pricing/price-cache";
import { deliveryFee } from "@/features/site/shared/pricing/rules";
import { SearchForm } from "@/features/site/shared/search/search-form";
import { SearchHeader } from "@/features/site/shared/search/search-header";
import { useSearch } from "@/features/site/shared/search/use-search";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";
import { HandoverPlaces } from "./components/handover-places";
import { type PlaceCar, PlaceCars } from "./components/place-cars";
import { PlaceDetails } from "./components/place-details";
import { HandoverFee } from "./components/place-facts";
import { PlaceIntro } from "./components/place-intro";

/** One place: what bringing the car there costs, and the cars with their prices from there. */
export function Component() {
  const { code } = useParams();
  const { search: query } = useLocation();
  const { search } = useSearch();
  const price = usePrice();
  useEffect(startClickTracking, []);
  const { cars, locations } = siteConfig();
  const place = locations.find((item) => item.code === code);
  // The router shows this page for places of the company alone.
  if (!place) return null;
  const fee = deliveryFee(siteConfig(), place.code, place.code);
  const fleet = cars.filter(({ inFleet }) => inFleet);
  const shown = fleet.map((car): PlaceCar => {
    const lowest = price(car.lowestRate);
    const total = search && cachedPrice(car.name, search);
    const whole = total && price(total.totalPrice);
    return {
      name: car.name,
      picture: car.images[0],
      address: carUrl(car, query),
      price: total ? (
        <Plural value={total.days} one={`${whole} for # day`} other={`${whole} for # days`} />
      ) : (
        <Trans comment="The lowest price of a car for a day">from {lowest} a day</Trans>
      ),
    };
  });
  return (
    <>
      <SearchHeader />
      <main id="content">
        <PlaceIntro
          name={place.name}
          address={place.address}
          price={price(Math.min(...fleet.map((car) => car.lowestRate)))}
        >
          <HandoverFee fee={fee === 0 ? null : price(fee)} />
          <div className="mt-6">
            <SearchForm answer="cars-title" place={place.code} />
          </div>
        </PlaceIntro>
        <PlaceDetails place={place} />
        <HandoverPlaces places={place.handoverPlaces} />
        <PlaceCars
          cars={shown}
          link={(car, className) => (
            <Link to={car.address} className={className}>
              {car.name}
            </Link>
          )}
        />
      </main>
      <SiteFooter />
    </>
  );
}
