import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { accountingQuery, numberingQuery, sellerQuery, stripeQuery } from "./api";
import { AccountingForm } from "./components/accounting-form";
import { NumberingPanel } from "./components/numbering-panel";
import { SellerForm } from "./components/seller-form";
import { StripePanel } from "./components/stripe-panel";

/** The seller on invoices, online payments, and the accountant's numbers. */
export function Component() {
  const { t } = useLingui();
  const seller = useQuery(sellerQuery);
  const accounting = useQuery(accountingQuery);
  const stripe = useQuery(stripeQuery);
  const numbering = useQuery(numberingQuery);
  return (
    <>
      <PageHeader
        title={t`Payments and invoices`}
        description={t`Seller details on receipts and invoices, online card payments, and account numbers.`}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <QueryBoundary query={seller} skeleton={<Skeleton className="h-96" />}>
          {(data) => <SellerForm seller={data.seller} />}
        </QueryBoundary>
        <QueryBoundary query={numbering} skeleton={<Skeleton className="h-96" />}>
          {(data) => <NumberingPanel numbering={data} />}
        </QueryBoundary>
        <QueryBoundary query={stripe} skeleton={<Skeleton className="h-64" />}>
          {(data) => <StripePanel stripe={data} />}
        </QueryBoundary>
        <QueryBoundary query={accounting} skeleton={<Skeleton className="h-96" />}>
          {(data) => <AccountingForm accounting={data} />}
        </QueryBoundary>
      </div>
    </>
  );
}
