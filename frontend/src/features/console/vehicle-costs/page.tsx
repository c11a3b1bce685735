import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { CostDialog } from "@/features/console/shared/costs/cost-dialog";
import { asQuery, type Cost, costKinds, costsQuery, totalText } from "@/features/console/shared/costs/costs";
import { vehiclesQuery } from "@/features/console/shared/fleet";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { day, oneOf, sortBy, textUpTo, useUrlState } from "@/lib/url-state";
import { CostTable } from "./components/cost-table";
import { FilterBar } from "./components/filter-bar";

const filterReaders = {
  vehicle: textUpTo(36),
  kind: oneOf(Object.keys(costKinds) as (keyof typeof costKinds)[]),
  from: day,
  to: day,
  sort: sortBy(["spentOn", "plate", "kind", "amount", "supplier"]),
};

/** What every vehicle costs. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [filters, choose] = useUrlState(filterReaders);
  const [open, setOpen] = useState<Cost | "new" | null>(null);
  const list = useInfiniteQuery(costsQuery(filters));
  const vehicles = useQuery(vehiclesQuery).data ?? [];
  const costs = list.data?.pages.flatMap((page) => page.costs) ?? [];
  const total = totalText(list.data?.pages[0]?.totals ?? []);
  const isFiltered = Object.keys(asQuery({ ...filters, sort: undefined })).length > 0;
  return (
    <>
      <PageHeader
        title={t`Vehicle costs`}
        description={t`Purchase, lease, insurance, service, fuel, fines and tolls of every vehicle.`}
      >
        <a
          className={buttonClass("quiet")}
          href={`/api/admin/vehicle-costs.csv?${new URLSearchParams(asQuery(filters))}`}
          download
        >
          <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
        </a>
        <Button disabled={vehicles.length === 0} onClick={() => setOpen("new")}>
          <Plus aria-hidden size={18} /> <Trans>Add cost</Trans>
        </Button>
      </PageHeader>
      <FilterBar vehicles={vehicles} filters={filters} onChange={choose} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          skeleton={<Skeleton className="h-80" />}
          empty={() =>
            costs.length === 0 && (
              <EmptyState title={isFiltered ? t`No costs match these filters` : t`No costs yet`}>
                {isFiltered ? t`Remove a filter.` : t`Add what your vehicles cost to see the profit of each.`}
              </EmptyState>
            )
          }
        >
          {() => (
            <>
              <p className="tabular text-sm text-slate">
                <Trans>
                  Total: <strong className="text-ink">{total}</strong>
                </Trans>
              </p>
              <CostTable costs={costs} pages={list} onEdit={setOpen} />
            </>
          )}
        </QueryBoundary>
      </div>
      {open && (
        <CostDialog
          cost={open === "new" ? null : open}
          vehicles={vehicles}
          vehicleId={open === "new" ? (filters.vehicle ?? "") : open.vehicleId}
          today={todayIn(tenant.timezone)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
