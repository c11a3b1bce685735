import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { formatShortMoment } from "@/lib/format";
import type { ConflictTask } from "../api";
import type { Open } from "./task-dialog";

interface Props {
  conflict: ConflictTask;
  onOpen: (open: Open) => void;
}

const small = "min-h-11 px-3.5 text-sm sm:min-h-9";

/** A vehicle that an imported calendar and a booking or block take at the same time. */
export function ConflictRow({ conflict, onOpen }: Props) {
  const { t } = useLingui();
  const { bookingId, calendar, plate, reference, title, urgency, vehicleId } = conflict;
  const label = t`Change vehicle`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2.5 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-baseline gap-x-2 sm:block">
        <p className="font-semibold">
          <Trans>Calendar conflict</Trans>
        </p>
        <p className={clsx("tabular", urgency === "now" ? "font-semibold text-danger" : "text-slate")}>
          {t`from ${{ from: formatShortMoment(conflict.startsAt) }}`}
        </p>
      </div>
      <div className="min-w-0">
        <p className="break-words">
          <Link
            className="tabular font-semibold underline-offset-4 hover:underline"
            to={bookingId ? adminPath.booking(bookingId) : adminPath.vehicle(vehicleId)}
          >
            {plate}
          </Link>{" "}
          {reference
            ? t`${{ calendar }} overlaps booking ${{ reference }}`
            : t`${{ calendar }} overlaps block ${{ block: title }}`}
        </p>
        <p className="tabular text-slate">
          {t`${{ from: formatShortMoment(conflict.startsAt) }} – ${{ until: formatShortMoment(conflict.endsAt) }}`}
        </p>
        <p className="text-slate">
          {bookingId ? (
            <Trans>Change the vehicle, or cancel the event in the other service.</Trans>
          ) : (
            <Trans>Move the block, or cancel the event in the other service.</Trans>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 sm:col-start-2 lg:col-start-3 lg:justify-end">
        {bookingId ? (
          <Button
            look="primary"
            className={small}
            aria-label={`${label}: ${reference}`}
            onClick={() => onOpen({ action: "vehicle", bookingId, label })}
          >
            {label}
          </Button>
        ) : (
          <Link className={buttonClass("quiet", small)} to={adminPath.vehicle(vehicleId)}>
            <Trans>Open vehicle</Trans>
          </Link>
        )}
      </div>
    </li>
  );
}
