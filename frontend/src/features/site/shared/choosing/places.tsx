import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "react-router";
import { paths } from "@/config/paths";
import { PlacesMap } from "@/features/site/shared/map/places-map";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { deliveryFee } from "@/features/site/shared/pricing/rules";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";

/** Where cars are handed over, what that costs, and how the places lie to each other. */
export function Places() {
  const query = visitorsQuery(useLocation().search);
  const price = usePrice();
  const { locations } = siteConfig();
  return (
    <section
      aria-labelledby="places-title"
      className="mt-14 grid items-center gap-6 lg:grid-cols-2 lg:gap-10"
    >
      <div>
        <h3 id="places-title" className="text-2xl font-bold">
          <Trans>Pickup location</Trans>
        </h3>
        <ul className="mt-4">
          {locations.map((place) => {
            const fee = deliveryFee(siteConfig(), place.code, place.code);
            return (
              <li
                key={place.code}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1"
              >
                <Link
                  to={paths.place.replace(":code", place.code) + query}
                  className="inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
                >
                  {place.name}
                </Link>
                <span className="tabular text-sm text-slate">
                  {fee === 0 ? (
                    <Trans comment="Handing a car over at a place costs nothing">free of charge</Trans>
                  ) : (
                    price(fee)
                  )}
                </span>
              </li>
            );
          })}
        </ul>
        <p className="mt-2 text-sm text-muted">
          <Trans>For delivery and collection. One-way fees may differ.</Trans>
        </p>
        <RateNote />
      </div>
      <PlacesMap />
    </section>
  );
}
