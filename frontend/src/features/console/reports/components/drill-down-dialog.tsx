import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { adminPath } from "@/config/admin-path";
import { daysOf } from "@/features/console/shared/period/period";
import { formatDaySpan, formatMoney, formatShortDay } from "@/lib/format";
import { rentalsQuery } from "../api";
import type { View } from "../rules/view";
import { stateName } from "../rules/words";

type Rental = components["schemas"]["ListedRental"];

interface Props {
  title: string;
  view: View;
  onClose: () => void;
}

const pageSize = 200;

/** The rentals behind a row's figures, with what each adds to the period. */
export function DrillDownDialog({ title, view, onClose }: Props) {
  const { t } = useLingui();
  const [offset, setOffset] = useState(0);
  const list = useQuery(rentalsQuery(view, offset));
  const { from, to } = daysOf(view);
  const body = list.data;
  const others = body ? body.count - body.counted : 0;
  return (
    <Dialog isWide title={title} description={formatDaySpan(from, to)} onClose={onClose}>
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton className="h-64" />}
      {body?.count === 0 && (
        <p className="text-sm text-slate">
          <Trans>No rental has days in this period.</Trans>
        </p>
      )}
      {body && body.count > 0 && (
        <>
          <p className="text-sm text-slate">
            <Plural value={{ count: body.counted }} one="# rental" other="# rentals" />
            {others > 0 && (
              <>
                {" "}
                <Plural
                  value={others}
                  one="and one more with days here that is not counted: begun before, waiting for confirmation or cancelled."
                  other="and # more with days here that are not counted: begun before, waiting for confirmation or cancelled."
                />
              </>
            )}
          </p>
          <ul className={clsx("mt-2 divide-y divide-line", list.isPlaceholderData && "opacity-60")}>
            {body.rentals.map((rental, index) => (
              <RentalRow key={rental.bookingId ?? index} rental={rental} currency={body.currency} />
            ))}
          </ul>
          {body.count > pageSize && (
            <div className="mt-4 flex justify-between gap-3">
              <Button
                look="quiet"
                disabled={offset === 0}
                onClick={() => setOffset(offset - pageSize)}
              >{t`Earlier`}</Button>
              <Button
                look="quiet"
                disabled={offset + pageSize >= body.count}
                onClick={() => setOffset(offset + pageSize)}
              >
                {t`Later`}
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

function RentalRow({ rental, currency }: { rental: Rental; currency: string }) {
  const { bookingId, reference } = rental;
  const isCounted = rental.state === "driven" || rental.state === "booked";
  const { days, daysInPeriod } = rental;
  const details = [rental.model, rental.vehicle, rental.place].filter(Boolean).join(" · ");
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="font-medium">
          {bookingId ? (
            <Link to={adminPath.booking(bookingId)} className="text-pine underline-offset-4 hover:underline">
              {reference}
            </Link>
          ) : (
            formatShortDay(rental.firstDay)
          )}
          <span className="ml-2 font-normal text-muted">{stateName(rental.state)}</span>
        </p>
        <p className="break-words text-slate">{details}</p>
        <p className="text-muted">
          {bookingId && `${formatShortDay(rental.firstDay)} · `}
          <Plural value={days} one={`${daysInPeriod} of # day`} other={`${daysInPeriod} of # days`} />
        </p>
      </div>
      <p className={clsx("tabular shrink-0 text-right", !isCounted && "text-muted line-through")}>
        {formatMoney(rental.amountInPeriod, currency)}
      </p>
    </li>
  );
}
