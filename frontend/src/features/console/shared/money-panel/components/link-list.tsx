import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { formatMoney, formatShortMoment } from "@/lib/format";
import type { PaymentLink } from "../api";
import { CopyLink } from "./copy-link";

interface Props {
  links: readonly PaymentLink[];
  currency: string;
}

const states: Record<Exclude<PaymentLink["state"], "held" | "released">, MessageDescriptor> = {
  preparing: msg`creating`,
  open: msg`not paid yet`,
  paid: msg({ message: "paid", context: "payment link" }),
  expired: msg`expired`,
  failed: msg`not created`,
};

/** Payment links with their status, without those of card holds; a paid one is also an entry. */
export function LinkList({ links, currency }: Props) {
  const { t } = useLingui();
  const shown = links.flatMap((link) =>
    link.purpose === "hold" || link.state === "paid" || link.state === "held" || link.state === "released"
      ? []
      : [{ ...link, state: link.state }],
  );
  if (shown.length === 0) return null;

  return (
    <ul aria-label={t`Payment links`} className="grid gap-1">
      {shown.map((link) => (
        <li key={link.id} className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
          <span className="grow">
            {link.purpose === "deposit" ? t`Deposit link` : t`Rental link`}{" "}
            <span className="tabular font-semibold">{formatMoney(link.amount, currency)}</span>{" "}
            <span className="tabular text-muted">{formatShortMoment(link.createdAt)}</span>
          </span>
          <Badge look={link.state === "failed" ? "warning" : "plain"}>{t(states[link.state])}</Badge>
          {link.url && <CopyLink url={link.url} />}
        </li>
      ))}
    </ul>
  );
}
