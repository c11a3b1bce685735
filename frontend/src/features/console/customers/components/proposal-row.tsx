import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { type Customer, customersKey, type Proposal, tellApart } from "../api";
import { MergeDialog } from "./merge-dialog";

interface Props {
  proposal: Proposal;
  currency: string;
  /** Whose page it is shown on: only the other one is named. */
  on?: string;
}

/** Two who may be one person: by what, and what can be done. */
export function ProposalRow({ proposal, currency, on }: Props) {
  const { t } = useLingui();
  const [isMerging, setMerging] = useState(false);
  const change = useChange({ refresh: customersKey });
  const { kept, other, by } = proposal;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 grow basis-72 gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {[kept, other]
          .filter(({ id }) => id !== on)
          .map((each) => (
            <Named key={each.id} customer={each} />
          ))}
      </div>
      <Badge>{by === "phone" ? <Trans>same number</Trans> : <Trans>same address</Trans>}</Badge>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" className="min-h-11" onClick={() => setMerging(true)}>
          <Trans>Merge…</Trans>
        </Button>
        <Button
          look="plain"
          className="min-h-11"
          onClick={() =>
            void change(
              () => tellApart(kept.id, other.id),
              () => ({ title: t`They won't be suggested again` }),
            )
          }
        >
          <Trans>Two people</Trans>
        </Button>
      </div>
      {isMerging && (
        <MergeDialog kept={kept} other={other} currency={currency} onClose={() => setMerging(false)} />
      )}
    </li>
  );
}

function Named({ customer }: { customer: Customer }) {
  return (
    <div className="min-w-0">
      <Link className="font-semibold underline-offset-4 hover:underline" to={adminPath.customer(customer.id)}>
        {customer.name}
      </Link>
      <p className="truncate text-slate">{customer.email}</p>
      <p className="tabular text-muted">
        {customer.phone && `${customer.phone} · `}
        <Plural value={{ count: customer.bookings }} one="# booking" other="# bookings" />
      </p>
    </div>
  );
}
