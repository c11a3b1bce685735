import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { formatMoney, formatShortMoment } from "@/lib/format";
import type { PaymentLink } from "../api";

interface Props {
  links: readonly PaymentLink[];
  currency: string;
}

const states: Record<PaymentLink["state"], MessageDescriptor> = {
  preparing: msg`creating`,
  open: msg`not paid yet`,
  paid: msg({ message: "paid", context: "payment link" }),
  expired: msg`expired`,
  failed: msg`not created`,
};

/** Payment links with their status; a paid one is also an entry. */
export function LinkList({ links, currency }: Props) {
  const { t } = useLingui();
  const shown = links.filter((link) => link.state !== "paid");
  if (shown.length === 0) return null;

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: t`Copied!` });
    } catch {
      toast({ kind: "destructive", title: t`Couldn't copy` });
    }
  }

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
          {link.url && (
            <Button
              look="plain"
              aria-label={t`Copy the link`}
              onClick={() => link.url && void copy(link.url)}
            >
              <Copy aria-hidden size={16} />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
