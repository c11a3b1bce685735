import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDownUp } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { adminPath } from "@/config/admin-path";
import { formatMoney } from "@/lib/format";
import { type Customer, customersKey, type Merge, merge, mergePlanQuery } from "../api";
import { fieldsInWords } from "../words";

interface Props {
  kept: Customer;
  other: Customer;
  currency: string;
  onClose: () => void;
}

/** What merging two customers would do, before it is done. */
export function MergeDialog({ kept, other, currency, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = useChange({ refresh: customersKey, failed: t`Couldn't merge` });
  const [isTurned, setTurned] = useState(false);
  const [into, from] = isTurned ? [other, kept] : [kept, other];
  const plan = useQuery(mergePlanQuery(into.id, from.id));

  async function run() {
    const done = await change(
      () => merge(into.id, from.id),
      () => ({
        title: t`Merged`,
        description: t`It can be undone in the history of ${{ customer: into.name }}.`,
      }),
    );
    onClose();
    if (done) void navigate(adminPath.customer(into.id));
  }

  return (
    <Dialog
      isWide
      title={t`Merge two customers`}
      description={t`Nothing is lost: bookings, notes and addresses of both are shown as one, and it can be undone.`}
      onClose={onClose}
    >
      <div className="grid gap-2">
        <Side label={t`Merge into`} customer={into} />
        <Button look="plain" className="justify-self-start" onClick={() => setTurned(!isTurned)}>
          <ArrowDownUp aria-hidden size={18} /> <Trans>Swap</Trans>
        </Button>
        <Side label={t`Merge from`} customer={from} />
      </div>
      <div className="mt-5">
        <QueryBoundary query={plan}>{(shown) => <After plan={shown} currency={currency} />}</QueryBoundary>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <CancelButton />
        <Button disabled={!plan.data} onClick={() => void run()}>
          <Trans>Merge</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function Side({ label, customer }: { label: string; customer: Customer }) {
  return (
    <div className="rounded-xl border border-line px-4 py-3 text-sm">
      <p className="text-muted">{label}</p>
      <p className="font-semibold break-words">{customer.name}</p>
      <p className="text-slate wrap-anywhere">{customer.email}</p>
      <p className="tabular text-slate">{customer.phone}</p>
    </div>
  );
}

function After({ plan, currency }: { plan: Merge; currency: string }) {
  const fields = fieldsInWords(plan.fields);
  return (
    <div className="text-sm" role="status">
      <p className="font-semibold">
        <Plural value={{ count: plan.bookings }} one="Together # booking" other="Together # bookings" />,{" "}
        {formatMoney(plan.spent, currency)}
      </p>
      <p className="mt-1 text-slate wrap-anywhere">{plan.emails.join(" · ")}</p>
      <p className="tabular text-slate">{plan.phones.join(" · ")}</p>
      {fields && (
        <p className="mt-1 text-slate">
          <Trans>Taken over from the one that is merged: {fields}</Trans>
        </p>
      )}
    </div>
  );
}
