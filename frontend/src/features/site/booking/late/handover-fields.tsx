import { useLingui } from "@lingui/react/macro";
import { type ChangeEvent, useId } from "react";
import { bookingRequestLimits } from "@/api/limits.gen";
import { TextField } from "@/components/ui/field";
import { Picture } from "@/components/ui/picture";
import { RadioCard } from "@/components/ui/radio-card";
import { usePrice } from "@/lib/currency";
import { chosenPlaces, type HandoverPlace, placesAt } from "@/lib/handover-places";
import { siteConfig } from "@/lib/site-config";
import { asked, type Details } from "../rules/schema";

interface Props {
  side: "pickup" | "dropoff";
  values: Details;
  field: (name: keyof Details) => {
    name: keyof Details;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    onBlur: () => void;
  };
  onChoose: (name: "pickupPlace" | "dropoffPlace", code: string) => void;
}

/** Where exactly in the chosen city, and what this place asks for: the flight at an airport, an address. */
export function HandoverFields({ side, values, field, onChoose }: Props) {
  const { t } = useLingui();
  const { locations } = siteConfig();
  const isPickup = side === "pickup";
  const needs = asked(values, locations);
  const places = placesAt(locations, isPickup ? values.pickupLocation : values.dropoffLocation);
  const chosen = chosenPlaces(values, locations)[side];
  const name = isPickup ? "pickupPlace" : "dropoffPlace";
  const isFlightRequired = isPickup && chosen?.flightNumber === "required";
  return (
    <>
      {places.length > 0 && (
        <PlaceCards
          label={isPickup ? t`Where we meet you` : t`Where you return the car`}
          places={places}
          chosen={chosen}
          error={field(name).error}
          onChoose={(code) => onChoose(name, code)}
        />
      )}
      {isPickup && needs.pickupAddress && (
        <TextField
          label={t`Address where we meet you`}
          hint={t`Your hotel or house, with the street`}
          autoComplete="street-address"
          maxLength={bookingRequestLimits.pickupAddress.maxLength}
          {...field("pickupAddress")}
        />
      )}
      {!isPickup && needs.dropoffAddress && (
        <TextField
          label={t`Address where you return the car`}
          hint={t`Your hotel or house, with the street`}
          autoComplete="off"
          maxLength={bookingRequestLimits.dropoffAddress.maxLength}
          {...field("dropoffAddress")}
        />
      )}
      {isPickup && needs.flightNumber && (
        <TextField
          label={isFlightRequired ? t`Flight number` : t`Flight number, if you know it`}
          hint={t`So that we know when you land`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={bookingRequestLimits.flightNumber.maxLength}
          {...field("flightNumber")}
        />
      )}
    </>
  );
}

interface CardsProps {
  label: string;
  places: HandoverPlace[];
  chosen: HandoverPlace | undefined;
  error: string | undefined;
  onChoose: (code: string) => void;
}

function PlaceCards({ label, places, chosen, error, onChoose }: CardsProps) {
  const { t } = useLingui();
  const price = usePrice();
  const labelId = useId();
  const noteId = useId();
  return (
    <div>
      <p id={labelId} className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={labelId}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? noteId : undefined}
        className="flex flex-col gap-2"
      >
        {places.map((place) => (
          <RadioCard
            key={place.code}
            name={labelId}
            checked={place.code === chosen?.code}
            onChange={() => onChoose(place.code)}
            className="rounded-xl px-4 py-3 text-sm"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="max-w-full font-semibold wrap-break-word">{place.name}</span>
              <span className="tabular shrink-0 font-semibold text-pine">
                {place.fee === 0 ? t`FREE` : `+ ${price(place.fee)}`}
              </span>
            </span>
            {place.code === chosen?.code && <Meeting place={place} />}
          </RadioCard>
        ))}
      </div>
      {error && (
        <p id={noteId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** How people find each other there. */
function Meeting({ place: { meetingPoint, instructions, image } }: { place: HandoverPlace }) {
  return (
    <span className="mt-1 flex flex-col gap-2 text-slate">
      {meetingPoint && <span className="block wrap-anywhere">{meetingPoint}</span>}
      {instructions && <span className="block whitespace-pre-line wrap-anywhere">{instructions}</span>}
      {image && (
        <Picture
          picture={image}
          sizes="(min-width: 640px) 20rem, 90vw"
          width={640}
          height={400}
          className="aspect-8/5 w-full max-w-xs rounded-lg object-cover"
        />
      )}
    </span>
  );
}
