import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, Plus, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button, buttonClass, useAccess } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { vehiclesQuery } from "@/features/console/shared/fleet";
import { useMe } from "@/features/console/shared/session";
import { useUrlState } from "@/lib/url-state";
import { BlockAnyDialog } from "./components/block-any-dialog";
import { FilterBar } from "./components/filter-bar";
import { ImportVehiclesDialog } from "./components/import-dialog";
import { VehicleDialog } from "./components/vehicle-dialog";
import { VehicleList } from "./components/vehicle-list";
import { filtered, filterReaders } from "./rules";

/** Every vehicle of the company, and what is due for it. */
export function Component() {
  const { t } = useLingui();
  const [filters, choose] = useUrlState(filterReaders);
  const [open, setOpen] = useState<"add" | "import" | "block" | null>(null);
  const query = useQuery(vehiclesQuery);
  const { tenant } = useMe();
  // Files are not for support access.
  const { disabled } = useAccess();
  // The search over everything leads here to add or block one, also from this page.
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit with the hash opens it
  useEffect(() => {
    if (hash === "#add") setOpen("add");
    if (hash === "#block") setOpen("block");
  }, [hash, key]);
  const due = query.data?.filter((each) => each.warnings > 0).length ?? 0;
  return (
    <>
      <PageHeader
        title={t`Vehicles`}
        description={
          query.data && (
            <Trans>
              <Plural value={{ count: query.data.length }} one="# vehicle" other="# vehicles" />,{" "}
              <Plural value={due} _0="nothing is due" other="something is due for #" />
            </Trans>
          )
        }
      >
        {!disabled && (
          <a className={buttonClass("quiet")} href="/api/admin/vehicles/export.csv" download>
            <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
          </a>
        )}
        <Button look="quiet" onClick={() => setOpen("import")}>
          <Upload aria-hidden size={18} /> <Trans>Import CSV</Trans>
        </Button>
        <Button onClick={() => setOpen("add")}>
          <Plus aria-hidden size={18} /> <Trans>Add a vehicle</Trans>
        </Button>
      </PageHeader>
      <FilterBar vehicles={query.data ?? []} filters={filters} onChange={choose} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          empty={(vehicles) =>
            vehicles.length === 0 && (
              <EmptyState title={t`No vehicles yet`}>
                <Trans>
                  Add each car that you rent out with its plate, or import them all from a file. From then on
                  bookings get a vehicle, and none twice.
                </Trans>
              </EmptyState>
            )
          }
        >
          {(vehicles) => {
            const shown = filtered(vehicles, filters);
            return shown.length > 0 ? (
              <VehicleList vehicles={shown} />
            ) : (
              <EmptyState title={t`No vehicles match these filters`}>
                {t`Try fewer words, or remove a filter.`}
              </EmptyState>
            );
          }}
        </QueryBoundary>
      </div>
      {open === "add" && <VehicleDialog vehicle={null} onClose={() => setOpen(null)} />}
      {open === "block" && query.data && (
        <BlockAnyDialog vehicles={query.data} timezone={tenant.timezone} onClose={() => setOpen(null)} />
      )}
      {open === "import" && <ImportVehiclesDialog onClose={() => setOpen(null)} />}
    </>
  );
}
