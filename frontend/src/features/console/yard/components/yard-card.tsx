import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { MapPin, Phone, Plane, UserRound } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { formatShortMoment, formatTime } from "@/lib/format";
import type { YardItem } from "../api";

/** One car to hand over or take back: when, where, who, which. */
export function YardCard({ item, isOpen }: { item: YardItem; isOpen: boolean }) {
  const { t } = useLingui();
  const number = item.customerPhone.replace(/ ext\. .*/, "").replace(/[^+\d]/g, "");
  return (
    <li className={clsx("rounded-card border border-line bg-panel p-4", !isOpen && "opacity-75")}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="tabular text-xl font-bold">
              {item.isLate ? formatShortMoment(item.at) : formatTime(item.at)}
            </span>
            <span className="text-slate">{item.place}</span>
            {item.isLate && <Badge look="warning">{t`overdue`}</Badge>}
            {item.doneAt && <Badge look="good">{formatTime(item.doneAt)}</Badge>}
          </p>
          <p className="mt-1 font-semibold break-words">{item.customerName}</p>
          <p className="tabular text-sm text-slate">
            {item.car} · {item.plate ?? t`no vehicle assigned`}
          </p>
          {item.assignee && (
            <p className="mt-1 flex items-center gap-1.5 text-sm">
              <UserRound aria-label={t`Assigned to`} size={16} className="shrink-0 text-slate" />
              {item.assignee}
            </p>
          )}
          {item.handoverPlace && <p className="mt-1 text-sm break-words">{item.handoverPlace.name}</p>}
          {item.flightNumber && (
            <p className="mt-1 flex items-center gap-1.5 text-sm">
              <Plane aria-label={t`Flight`} size={16} className="shrink-0 text-slate" />
              <span className="tabular break-all">{item.flightNumber}</span>
            </p>
          )}
          {item.address && (
            <p className="mt-1 flex gap-1.5 text-sm">
              <MapPin aria-label={t`Address`} size={16} className="mt-0.5 shrink-0 text-slate" />
              <span className="min-w-0 break-words">{item.address}</span>
            </p>
          )}
        </div>
        {number && (
          <a
            href={`tel:${number}`}
            aria-label={t`Call ${{ name: item.customerName }}`}
            className="grid size-12 shrink-0 place-items-center rounded-full border border-line"
          >
            <Phone aria-hidden size={20} />
          </a>
        )}
      </div>
      {isOpen && (
        <Link
          className={buttonClass("primary", "mt-3 w-full")}
          to={adminPath.yardForm(item.bookingId, item.kind)}
        >
          {item.kind === "handover" ? <Trans>Hand over</Trans> : <Trans>Return</Trans>}
        </Link>
      )}
    </li>
  );
}
