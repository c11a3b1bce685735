import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { statusName } from "@/features/console/shared/statuses";
import { formatMomentDay, formatMoney } from "@/lib/format";
import type { CustomerBooking } from "../api";

const shownAtFirst = 8;

function documentCount(documents: number): string {
  return plural(documents, { one: "# document", other: "# documents" });
}

/** Everything that a customer booked, the newest first. */
export function BookingsPanel({ bookings }: { bookings: readonly CustomerBooking[] }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? bookings : bookings.slice(0, shownAtFirst);
  return (
    <Panel title={t`Bookings`}>
      {bookings.length === 0 && <p className="text-sm text-muted">{t`No bookings any more.`}</p>}
      <ul className="-mx-2 -my-2 divide-y divide-line">
        {shown.map((each) => (
          <li key={each.bookingId} className="transition-colors duration-200 has-[a:hover]:bg-stone/60">
            <Link
              to={adminPath.booking(each.bookingId)}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-2 py-3 text-sm"
            >
              <span className="truncate font-semibold">{each.car}</span>
              <span className="tabular text-right font-semibold">
                {formatMoney(each.totalPrice, each.currency)}
              </span>
              <span className="tabular text-slate">
                {formatMomentDay(each.pickupAt)} – {formatMomentDay(each.returnAt)}
                <span className="block text-xs text-muted">{each.reference}</span>
              </span>
              <span className="self-start">
                <Badge look={each.noShow ? "warning" : each.status === "active" ? "good" : "plain"}>
                  {each.noShow ? t`No-show` : statusName(each.status)}
                </Badge>
              </span>
            </Link>
            {each.documents > 0 && (
              <Link
                to={`${adminPath.booking(each.bookingId)}#documents`}
                className="-mt-2 mb-1 ml-2 inline-flex min-h-11 items-center gap-1 text-sm text-pine underline underline-offset-4"
              >
                <Paperclip aria-hidden size={16} />
                {documentCount(each.documents)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {shown.length < bookings.length && (
        <Button look="quiet" className="mt-4" onClick={() => setWhole(true)}>
          {t`Show all ${{ count: bookings.length }}`}
        </Button>
      )}
    </Panel>
  );
}
