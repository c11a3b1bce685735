import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarDays, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Picture } from "@/components/ui/picture";
import type { Alternatives as Found } from "@/features/site/shared/availability/ask";
import { usePrice } from "@/lib/currency";
import { addDays, daysBetween, rentalDays } from "@/lib/dates";
import { formatDate, formatDays } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";
import type { Details } from "../rules/schema";

interface Props {
  details: Details;
  groupSize: string;
  found: Found;
  onTake: (details: Details) => void;
}

/** Other cars for the same dates and other dates for the same car, each one tap away. */
export function Alternatives({ details, groupSize, found, onTake }: Props) {
  const { cars } = siteConfig();
  const people = Number(groupSize) || 0;
  const offers = found.cars.flatMap(({ slug, dailyDifference }) => {
    const car = cars.find((item) => item.slug === slug);
    return car ? [{ car, dailyDifference }] : [];
  });
  // Who travels with more people than a car seats is offered it last.
  offers.sort((one, other) => Number(one.car.seats < people) - Number(other.car.seats < people));
  const { freeFrom } = found;
  if (offers.length === 0 && !freeFrom) return null;
  return (
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
      {offers.map(({ car, dailyDifference }) => (
        <Offer
          key={car.slug}
          picture={<CarPicture car={car} />}
          title={car.name}
          onTake={() => onTake({ ...details, carType: car.name })}
        >
          <SeatsAndPrice car={car} people={people} difference={dailyDifference} />
        </Offer>
      ))}
      {freeFrom && <Later details={details} from={freeFrom} onTake={onTake} />}
    </ul>
  );
}

function CarPicture({ car }: { car: Car }) {
  const picture = car.images[0];
  if (!picture) return null;
  return (
    <Picture
      picture={picture}
      sizes="7rem"
      alt=""
      width={960}
      height={600}
      className="aspect-8/5 w-20 shrink-0 rounded-lg bg-sky object-cover sm:w-28"
    />
  );
}

function SeatsAndPrice({ car, people, difference }: { car: Car; people: number; difference: number }) {
  const price = usePrice();
  const { seats } = car;
  const amount = price(Math.abs(difference));
  const isSmall = seats < people;
  return (
    <>
      <span className="tabular block font-semibold text-pine">
        {difference === 0
          ? t`The same price`
          : difference > 0
            ? t({ message: `${amount} a day more`, comment: "Another car costs more than the chosen one" })
            : t({ message: `${amount} a day less`, comment: "Another car costs less than the chosen one" })}
      </span>
      <span className="block text-slate">
        {isSmall
          ? t`${plural(seats, { one: "# seat", other: "# seats" })} for ${plural(people, { one: "your # person", other: "your # people" })}`
          : plural(seats, { one: "# seat", other: "# seats" })}
      </span>
    </>
  );
}

interface LaterProps {
  details: Details;
  from: string;
  onTake: (details: Details) => void;
}

/** The same car for as long, as soon as it is free again. */
function Later({ details, from, onTake }: LaterProps) {
  const { carType } = details;
  const until = addDays(from, daysBetween(details.pickupDate, details.returnDate));
  const start = formatDate(from);
  const end = formatDate(until);
  return (
    <Offer
      picture={
        <span className="grid aspect-8/5 w-20 shrink-0 place-items-center rounded-lg bg-sky text-pine sm:w-28">
          <CalendarDays aria-hidden size={26} />
        </span>
      }
      title={t({ message: `${carType}, later`, comment: "The chosen car on later dates" })}
      onTake={() => onTake({ ...details, pickupDate: from, returnDate: until })}
    >
      <span className="block font-semibold text-pine">
        <Trans comment="The first and the last day of a rental">
          <span className="whitespace-nowrap">{start} –</span>{" "}
          <span className="whitespace-nowrap">{end}</span>
        </Trans>
      </span>
      <span className="block text-slate">{formatDays(rentalDays(details))}</span>
    </Offer>
  );
}

interface OfferProps {
  picture: ReactNode;
  title: string;
  onTake: () => void;
  children: ReactNode;
}

function Offer({ picture, title, onTake, children }: OfferProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onTake}
        className="flex w-full flex-wrap items-center gap-3 rounded-xl border border-line bg-panel p-3 text-left text-sm transition-colors hover:border-pine"
      >
        {picture}
        <span className="min-w-20 flex-1 wrap-anywhere">
          <span className="block text-base font-bold wrap-anywhere">{title}</span>
          {children}
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-pine" />
      </button>
    </li>
  );
}
