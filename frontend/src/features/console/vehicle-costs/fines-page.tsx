import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { FilterSelect } from "@/components/console/filter-fields";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type FineState, fineStates, finesQuery } from "@/features/console/shared/fines/fines";
import { vehiclesQuery } from "@/features/console/shared/fleet";
import { oneOf, textUpTo, useUrlState } from "@/lib/url-state";
import { AddFineDialog } from "./components/add-fine-dialog";
import { FineTable } from "./components/fine-table";
import { ImportFinesDialog } from "./components/import-fines-dialog";

const states = [...(Object.keys(fineStates) as FineState[]), "all"] as const;
const filterReaders = { state: oneOf(states), vehicle: textUpTo(36) };

/** Fines, tolls and parking charges: imported, charged to the customer, or kept as a cost. */
export function Component() {
  const { t } = useLingui();
  const [{ state = "open", vehicle }, choose] = useUrlState(filterReaders);
  const [isImporting, setImporting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const vehicles = useQuery(vehiclesQuery).data ?? [];
  const list = useInfiniteQuery(finesQuery(state === "all" ? undefined : state, vehicle));
  const fines = list.data?.pages.flatMap((page) => page.fines) ?? [];
  const page = list.data?.pages[0];
  return (
    <>
      <PageHeader
        title={t`Fines and tolls`}
        description={t`Fines, tolls and parking charges from authorities, matched to the rental that had the vehicle at that time.`}
      >
        <Button look="quiet" onClick={() => setImporting(true)}>
          <Upload aria-hidden size={18} /> <Trans>Import CSV</Trans>
        </Button>
        <Button disabled={!page} onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add fine</Trans>
        </Button>
      </PageHeader>
      <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:max-w-xl">
        <FilterSelect
          label={t`Show`}
          value={state}
          onChange={(chosen) => choose({ state: chosen })}
          options={[
            ...Object.entries(fineStates).map(([value, name]) => [value, t(name)] as const),
            ["all", t`All`],
          ]}
        />
        <FilterSelect
          label={t`Vehicle`}
          value={vehicle}
          onChange={(chosen) => choose({ vehicle: chosen })}
          all={t`All vehicles`}
          options={vehicles.map(({ id, plate, car }) => [id, `${plate} · ${car}`])}
        />
      </search>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          skeleton={<Skeleton className="h-80" />}
          empty={() =>
            fines.length === 0 && (
              <EmptyState title={state === "open" && !vehicle ? t`Nothing to decide` : t`No fines here`}>
                {t`Add a fine, or import a CSV file from the authority or toll operator.`}
              </EmptyState>
            )
          }
        >
          {() => page && <FineTable fines={fines} pages={list} page={page} />}
        </QueryBoundary>
      </div>
      {isAdding && page && (
        <AddFineDialog vehicles={vehicles} currency={page.currency} onClose={() => setAdding(false)} />
      )}
      {isImporting && <ImportFinesDialog onClose={() => setImporting(false)} />}
    </>
  );
}
