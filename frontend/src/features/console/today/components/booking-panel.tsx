import { Trans, useLingui } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { adminPath } from "@/config/admin-path";
import { placeName } from "@/features/console/shared/fleet";
import { statusName } from "@/features/console/shared/statuses";
import { formatMoney, formatShortMoment, formatTime, timeLeft } from "@/lib/format";
import type { DayItem } from "../api";
import { ContactLinks } from "./contact-links";
import { Folded } from "./folded";

interface Props {
  title: string;
  items: readonly DayItem[];
  /** Said when there are none; without it the panel is left out. */
  nothing?: string;
  /** What is not of today alone names its day, too. */
  isUrgent?: boolean;
  currency?: string;
  most?: number;
}

/** Bookings in the order of their hours. */
export function BookingPanel({ title, items, nothing, isUrgent = false, currency, most = 5 }: Props) {
  const { t } = useLingui();
  if (items.length === 0 && !nothing) return null;
  return (
    <Panel title={items.length > 0 ? t`${title} (${{ count: items.length }})` : title}>
      {items.length === 0 && <p className="text-sm text-muted">{nothing}</p>}
      <Folded items={items} most={most}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map((item) => (
              <li key={item.bookingId} className="flex items-center gap-3 py-2">
                <div className="min-w-0 grow text-sm">
                  <p className="flex flex-wrap items-center gap-x-2">
                    <span className="tabular font-bold">
                      {isUrgent ? formatShortMoment(item.at) : formatTime(item.at)}
                    </span>
                    <span className="text-slate">{placeName(item.place)}</span>
                    <Left item={item} />
                    {item.blacklisted && (
                      <Badge look="warning">
                        <Ban aria-hidden size={13} /> <Trans>Blacklisted</Trans>
                      </Badge>
                    )}
                  </p>
                  <Link
                    className="font-semibold underline-offset-4 hover:underline"
                    to={adminPath.booking(item.bookingId)}
                  >
                    {item.customerName}
                  </Link>
                  <p className="text-slate">
                    {item.car} · {item.plate ?? t`no vehicle assigned`}
                    {item.bringFrom && ` · ${t`now in ${{ place: placeName(item.bringFrom) }}`}`}
                  </p>
                  <MoneyLeft item={item} currency={currency} />
                </div>
                <ContactLinks name={item.customerName} phone={item.customerPhone} chatUrl={item.chatUrl} />
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}

/** What is still to pay, or to give back, and the deposit that is held. */
function MoneyLeft({ item, currency }: { item: DayItem; currency: string | undefined }) {
  const { t } = useLingui();
  const amount = formatMoney(Math.abs(item.balance), currency);
  const said = [
    item.balance > 0 && t`${amount} to pay`,
    item.balance < 0 && t`${amount} to refund`,
    item.deposit > 0 && t`deposit ${{ deposit: formatMoney(item.deposit, currency) }}`,
  ].filter(Boolean);
  if (said.length === 0) return null;
  return <p className="tabular font-semibold text-pine">{said.join(" · ")}</p>;
}

/** The hours left to confirm a pending booking, or the status of any other. */
function Left({ item }: { item: DayItem }) {
  const { t } = useLingui();
  const left = item.cancelsAt && timeLeft(item.cancelsAt, new Date());
  if (left) return <Badge look="warning">{t`${left} left to confirm`}</Badge>;
  return <Badge look={item.status === "active" ? "good" : "plain"}>{statusName(item.status)}</Badge>;
}
