import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { moneyQuery } from "../api";
import { Balance } from "./balance";
import { CancellationFee, FeeDialog } from "./cancellation-fee";
import { DepositDialog } from "./deposit-dialog";
import { DocumentList } from "./document-list";
import { EntryList } from "./entry-list";
import { HoldList } from "./hold-list";
import { InvoiceDialog } from "./invoice-dialog";
import { LinkDialog } from "./link-dialog";
import { LinkList } from "./link-list";
import { MoneyActions, type MoneyDialog } from "./money-actions";
import { RefundDialog } from "./refund-dialog";
import { TakeDialog } from "./take-dialog";

/** The money of one booking: what is due, what moved, its documents, and what can be done. */
export function MoneyPanel({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const query = useQuery(moneyQuery(bookingId));
  const [open, setOpen] = useState<MoneyDialog | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-label={t`Money`} className="rounded-card border border-line bg-panel p-5">
      <h2 className="font-bold">
        <Trans>Money</Trans>
      </h2>
      <div className="mt-3 grid gap-4">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-40" />}>
          {(money) => {
            const props = { bookingId, money, onClose: close };
            return (
              <>
                <Balance money={money} />
                <CancellationFee money={money} onDecide={() => setOpen("fee")} />
                <MoneyActions money={money} onOpen={setOpen} />
                <EntryList entries={money.entries} currency={money.currency} />
                <HoldList bookingId={bookingId} money={money} />
                <LinkList links={money.links} currency={money.currency} />
                <DocumentList bookingId={bookingId} documents={money.documents} hasEmail={money.hasEmail} />
                {open === "payment" && <TakeDialog what="payment" {...props} />}
                {open === "deposit" && <TakeDialog what="deposit" {...props} />}
                {open === "settle" && <DepositDialog {...props} />}
                {open === "refund" && <RefundDialog {...props} />}
                {open === "invoice" && (
                  <InvoiceDialog bookingId={bookingId} hasDraft={money.hasInvoiceDraft} onClose={close} />
                )}
                {open === "link" && <LinkDialog {...props} />}
                {open === "hold" && <LinkDialog isHold {...props} />}
                {open === "fee" && <FeeDialog {...props} />}
              </>
            );
          }}
        </QueryBoundary>
      </div>
    </section>
  );
}
