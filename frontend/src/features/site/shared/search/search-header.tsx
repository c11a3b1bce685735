import { Trans } from "@lingui/react/macro";
import { SiteHeader } from "@/components/layout/site-header";
import { late } from "@/components/ui/late-part";
import { cachedPrice } from "@/features/site/shared/pricing/price-cache";
import { usePrice } from "@/lib/currency";
import { type Car, siteConfig } from "@/lib/site-config";
import { goToSearch } from "./ask-for-search";
import { useSearch } from "./use-search";

/** Loaded lazily: it is shown only after scrolling. */
const TripBar = late(
  () => import("@/features/site/shared/trip-bar").then((module) => module.TripBar),
  () => null,
);

interface Props {
  onPicture?: boolean;
  /** The car whose price is shown; by default the cheapest. */
  car?: Car;
}

/** The header of a page with a search form. After scrolling past the form, it shows the trip and its price. */
export function SearchHeader({ onPicture = false, car }: Props) {
  const { search } = useSearch();
  const price = usePrice();
  const cars = car ? [car] : siteConfig().cars.filter(({ inFleet }) => inFleet);
  const totals = search ? cars.map(({ name }) => cachedPrice(name, search).totalPrice) : [];
  const lowest = totals.length > 0 ? price(Math.min(...totals)) : null;
  return (
    <SiteHeader
      onPicture={onPicture}
      trip={search && { ...search, ...(car && { carType: car.name }) }}
      bar={
        search &&
        lowest && (
          <TripBar
            trip={search}
            days={search.days}
            price={
              car ? lowest : <Trans comment="The lowest total of all cars for a trip">from {lowest}</Trans>
            }
            of="search"
            onChange={goToSearch}
          />
        )
      }
    />
  );
}
