import { Trans } from "@lingui/react/macro";
import { Building2, ExternalLink, Hotel, type LucideIcon, Plane, TrainFront } from "lucide-react";
import { Picture } from "@/components/ui/picture";
import { coordinatesOf, directionsTo } from "@/features/site/shared/map/geo";
import { usePrice } from "@/lib/currency";
import type { HandoverPlace } from "@/lib/handover-places";
import { OpeningHours } from "./place-facts";

const icons: Record<HandoverPlace["kind"], LucideIcon> = {
  airport: Plane,
  station: TrainFront,
  address: Hotel,
  office: Building2,
};

/** Where exactly people meet in a place: the airport's hall, the station, the office. */
export function HandoverPlaces({ places }: { places: HandoverPlace[] }) {
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="meet-title" className="mx-auto max-w-[96rem] px-4 py-10 sm:px-6">
      <h2 id="meet-title" className="text-2xl font-bold sm:text-3xl">
        <Trans>Where we meet you</Trans>
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {places.map((place) => (
          <MeetingPlace key={place.code} place={place} />
        ))}
      </ul>
    </section>
  );
}

function MeetingPlace({ place }: { place: HandoverPlace }) {
  const price = usePrice();
  const Icon = icons[place.kind];
  const at = coordinatesOf(place);
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card">
      {place.image && (
        <Picture
          picture={place.image}
          sizes="(min-width: 1024px) 33vw, (min-width: 640px) 50vw, 100vw"
          width={960}
          height={600}
          className="aspect-8/5 w-full object-cover"
        />
      )}
      <div className="flex flex-col gap-1.5 p-5">
        <h3 className="flex items-start gap-2.5 text-lg leading-snug font-bold">
          <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-pine" />
          <span className="min-w-0 wrap-anywhere">{place.name}</span>
        </h3>
        <p className="tabular font-semibold text-pine">
          {place.fee === 0 ? <Trans>FREE</Trans> : `+ ${price(place.fee)}`}
        </p>
        {place.meetingPoint && <p className="wrap-anywhere">{place.meetingPoint}</p>}
        {place.instructions && (
          <p className="whitespace-pre-line text-slate wrap-anywhere">{place.instructions}</p>
        )}
        <div className="text-sm text-slate">
          <OpeningHours hours={place.openingHours} />
        </div>
        {at && (
          <a
            href={directionsTo(at).openStreetMap}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 self-start font-semibold text-pine underline underline-offset-4"
          >
            <Trans>Directions</Trans> <ExternalLink aria-hidden size={15} />
          </a>
        )}
      </div>
    </li>
  );
}
