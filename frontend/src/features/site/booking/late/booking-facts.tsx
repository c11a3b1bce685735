import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import { extraDayReason } from "@/features/site/shared/times/extra-day";
import { rentalDays } from "@/lib/dates";
import { formatDay, formatDays } from "@/lib/format";
import { chosenPlaces } from "@/lib/handover-places";
import { siteConfig } from "@/lib/site-config";
import type { Draft } from "../draft";
import { asked } from "../rules/schema";

interface Props {
  draft: Draft;
  /** Whether it names the customer: not beside the fields that ask for the name. */
  isNamed: boolean;
  onEdit: () => void;
}

/** Summary of the choices, to review before confirming. */
export function BookingFacts({ draft, isNamed, onEdit }: Props) {
  const { t } = useLingui();
  const { insurance, locations, rental } = siteConfig();
  const { details, personal } = draft;
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const cover = insurance.find((option) => option.code === details.insuranceType)?.label ?? "";
  const { pickup, dropoff } = chosenPlaces(details, locations);
  const needs = asked(details, locations);
  const moment = (date: string, time: string) => `${formatDay(date)}, ${time}`;
  return (
    <section aria-label={t`Booking summary`} className="rounded-card bg-stone p-5">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
        {isNamed && (
          <Fact
            name={t`Customer`}
            value={`${personal.firstName} ${personal.lastName}`}
            detail={personal.customerEmail}
          />
        )}
        <Fact name={t`Car`} value={details.carType} />
        <Fact
          name={t`Pickup`}
          value={moment(details.pickupDate, details.pickupTime)}
          detail={place(details.pickupLocation)}
          more={[pickup?.name, needs.pickupAddress && details.pickupAddress]}
        />
        <Fact
          name={t({ message: "Return", context: "of a car" })}
          value={moment(details.returnDate, details.returnTime)}
          detail={place(details.dropoffLocation)}
          more={[dropoff?.name, needs.dropoffAddress && details.dropoffAddress]}
        />
        <Fact name={t`Insurance`} value={cover} />
        <Fact
          name={t({ message: "Length", context: "of a rental" })}
          value={formatDays(rentalDays(details))}
          detail={extraDayReason(details, rental.minimumDays) ?? undefined}
        />
      </dl>
      <button
        type="button"
        onClick={onEdit}
        className="mt-3 -mb-2 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-pine underline underline-offset-4"
      >
        <Pencil aria-hidden size={15} />
        <Trans>Change dates, car or insurance</Trans>
      </button>
    </section>
  );
}

interface FactProps {
  name: string;
  value: string;
  detail?: string | undefined;
  /** Further lines; those that are empty are left out. */
  more?: (string | false | undefined)[];
}

function Fact({ name, value, detail, more = [] }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd>
        <span className="block font-semibold wrap-anywhere">{value}</span>
        {[detail, ...more].map(
          (line) =>
            line && (
              <span key={line} className="block text-slate wrap-anywhere">
                {line}
              </span>
            ),
        )}
      </dd>
    </div>
  );
}
