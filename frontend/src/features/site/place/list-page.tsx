import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { paths } from "@/config/paths";
import { PlacesMap } from "@/features/site/shared/map/places-map";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { deliveryFee } from "@/features/site/shared/pricing/rules";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";
import { HandoverFee, OpeningHours } from "./components/place-facts";

/** All places where cars are picked up and returned, with their hours and fees. */
export function Component() {
  const query = tripQuery(useLocation().search);
  const price = usePrice();
  useEffect(startClickTracking, []);
  const { locations } = siteConfig();
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-[96rem] px-4 py-8 sm:px-6 sm:py-12">
        <h1 className="text-3xl font-extrabold sm:text-5xl">
          <Trans>Places</Trans>
        </h1>
        <p className="mt-2 text-lg text-slate">
          <Trans>Pick up your car in one place and return it in another.</Trans>
        </p>
        <RateNote />
        <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
            {locations.map((place) => {
              const fee = deliveryFee(siteConfig(), place.code, place.code);
              return (
                <li
                  key={place.code}
                  className="relative rounded-card border border-line bg-panel p-5 shadow-card hover:border-pine"
                >
                  <h2 className="text-xl font-bold">
                    <Link
                      to={paths.place.replace(":code", place.code) + query}
                      className="after:absolute after:inset-0 after:rounded-card"
                    >
                      {place.name}
                    </Link>
                  </h2>
                  {place.address && <p className="text-slate">{place.address}</p>}
                  {place.handoverPlaces.length > 0 && (
                    <p>{place.handoverPlaces.map(({ name }) => name).join(" · ")}</p>
                  )}
                  <HandoverFee fee={fee === 0 ? null : price(fee)} />
                  <div className="mt-2 text-sm text-slate">
                    <OpeningHours hours={place.openingHours} />
                  </div>
                </li>
              );
            })}
          </ul>
          <PlacesMap />
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
