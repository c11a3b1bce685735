import { Pencil } from "lucide-react";
import { countOf } from "@/lib/counts";
import { formatDay } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import type { Draft } from "../draft";
import { extraDayNote } from "../rules/extra-day";
import { rentalDays } from "../rules/schema";

/** Everything chosen so far, to read once more before confirming. */
export function BookingFacts({ draft, onEdit }: { draft: Draft; onEdit: () => void }) {
  const { insurance, locations, rental } = siteConfig();
  const { details, personal } = draft;
  const place = (code: string) => locations.find((item) => item.code === code)?.name ?? code;
  const cover = insurance.find((option) => option.code === details.insuranceType)?.label ?? "";
  const moment = (date: string, time: string) => `${formatDay(date)}, ${time}`;
  return (
    <section aria-label="Booking summary" className="rounded-card bg-stone p-5">
      <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
        <Fact
          name="Customer"
          value={`${personal.firstName} ${personal.lastName}`}
          detail={personal.customerEmail}
        />
        <Fact name="Car" value={details.carType} />
        <Fact
          name="Pickup"
          value={moment(details.pickupDate, details.pickupTime)}
          detail={place(details.pickupLocation)}
        />
        <Fact
          name="Return"
          value={moment(details.returnDate, details.returnTime)}
          detail={place(details.dropoffLocation)}
        />
        <Fact name="Insurance" value={cover} />
        <Fact
          name="Length"
          value={countOf(rentalDays(details), "day")}
          detail={extraDayNote(details, rental.minimumDays)?.replace(/^.*?, b/, "B")}
        />
      </dl>
      <button
        type="button"
        onClick={onEdit}
        className="mt-3 -mb-2 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-pine underline underline-offset-4"
      >
        <Pencil aria-hidden size={15} />
        Change dates, car or insurance
      </button>
    </section>
  );
}

function Fact({ name, value, detail }: { name: string; value: string; detail?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd>
        <span className="block font-semibold wrap-anywhere">{value}</span>
        {detail && <span className="block text-slate wrap-anywhere">{detail}</span>}
      </dd>
    </div>
  );
}
