import { Trans } from "@lingui/react/macro";
import { Clock, ExternalLink, MapPin, Navigation, Plane } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "@/config/paths";
import { coordinatesOf, directionsTo, distance } from "@/features/site/shared/map/geo";
import { PlacesMap } from "@/features/site/shared/map/places-map";
import { driveBetween } from "@/features/site/shared/search/search-form";
import { usePrice } from "@/lib/currency";
import { formatNumber } from "@/lib/format";
import { type Place, siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";
import { OpeningHours } from "./place-facts";

/** Where it is, when it is open, how to get there, and how far the others are. */
export function PlaceDetails({ place }: { place: Place }) {
  const price = usePrice();
  const at = coordinatesOf(place);
  const fee = price(place.outOfHoursFee);
  return (
    <section
      aria-labelledby="where-title"
      className="mx-auto grid max-w-[96rem] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2"
    >
      <div>
        <h2 id="where-title" className="text-2xl font-bold sm:text-3xl">
          <Trans>Where and when</Trans>
        </h2>
        <dl className="mt-5 flex flex-col gap-4">
          {place.address && (
            <Fact icon={<MapPin aria-hidden size={20} />} name={<Trans>Address</Trans>}>
              {place.address}
            </Fact>
          )}
          <Fact icon={<Clock aria-hidden size={20} />} name={<Trans>Opening hours</Trans>}>
            <OpeningHours hours={place.openingHours} />
            {place.openingHours.length > 0 && place.outOfHoursFee > 0 && (
              <span className="block text-sm text-slate">
                <Trans>Outside these hours, a pickup or a return costs {fee} each.</Trans>
              </span>
            )}
          </Fact>
          {(place.kind === "airport" || place.needsFlightNumber) && (
            <Fact icon={<Plane aria-hidden size={20} />} name={<Trans>Your flight</Trans>}>
              <Trans>Tell us its number when you book, or later: as soon as you know it.</Trans>
            </Fact>
          )}
          {at && (
            <Fact icon={<Navigation aria-hidden size={20} />} name={<Trans>How to get there</Trans>}>
              <Directions to={at} />
            </Fact>
          )}
        </dl>
      </div>
      <div>
        <PlacesMap here={place.code} />
        <Distances from={place} />
      </div>
    </section>
  );
}

function Directions({ to }: { to: { latitude: number; longitude: number } }) {
  const links = directionsTo(to);
  // eslint-disable-next-line lingui/no-unlocalized-strings -- what these sites call themselves
  const names = { openStreetMap: "OpenStreetMap", google: "Google Maps" };
  return (
    <span className="flex flex-wrap gap-x-5">
      {(["openStreetMap", "google"] as const).map((site) => (
        <a
          key={site}
          href={links[site]}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 wrap-anywhere font-semibold text-pine underline underline-offset-4"
        >
          {names[site]}
          <ExternalLink aria-hidden size={15} />
        </a>
      ))}
    </span>
  );
}

/** How far the other places are: by car, or as the crow flies where that is not known. */
function Distances({ from }: { from: Place }) {
  const query = tripQuery(useLocation().search);
  const at = coordinatesOf(from);
  const others = siteConfig().locations.flatMap((place) => {
    if (place.code === from.code) return [];
    const other = coordinatesOf(place);
    const drive = driveBetween(from.code, place.code);
    const away = at && other && !drive ? formatNumber(distance(at, other)) : null;
    return drive || away ? [{ place, drive, away }] : [];
  });
  if (others.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 text-lg font-bold">
        <Trans comment="Heading of a list of other places with the time to drive there">From here</Trans>
      </h3>
      <ul className="mt-1">
        {others.map(({ place: { code, name }, drive, away }) => (
          <li
            key={code}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1"
          >
            <Link
              to={paths.place.replace(":code", code) + query}
              className="inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
            >
              {name}
            </Link>
            <span className="tabular text-sm text-slate">
              {drive ?? (
                <Trans comment="How far another place is, as the crow flies">
                  {away} km in a straight line
                </Trans>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: ReactNode; children: ReactNode }) {
  return (
    <div className="relative min-h-11 ps-14">
      <dt className="text-sm text-muted">
        <span className="absolute start-0 top-0 grid size-11 place-items-center rounded-xl bg-sky text-pine">
          {icon}
        </span>
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
