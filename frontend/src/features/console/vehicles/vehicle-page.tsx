import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Wrench } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { Badge } from "@/components/console/badge";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { BlockDialog } from "@/features/console/shared/blocks/block-dialog";
import { vehicleStates } from "@/features/console/shared/fleet";
import { useMe } from "@/features/console/shared/session";
import { useObjectTitle } from "@/features/console/shared/titles";
import { vehicleQuery } from "./api";
import { CostsPanel } from "./components/costs-panel";
import { DamagesPanel } from "./components/damages-panel";
import { DocumentsPanel } from "./components/documents-panel";
import { FactsPanel } from "./components/facts-panel";
import { HistoryPanel } from "./components/history-panel";
import { UpcomingPanel } from "./components/upcoming-panel";
import { VehicleDialog } from "./components/vehicle-dialog";
import { WorkPanel } from "./components/work-panel";

/** One vehicle: what it is, what is due for it, what it is taken for, and what happened to it. */
export function Component() {
  const { t } = useLingui();
  const { vehicleId = "" } = useParams();
  const { tenant } = useMe();
  const [open, setOpen] = useState<"edit" | "block" | null>(null);
  const query = useQuery(vehicleQuery(vehicleId));
  const vehicle = query.data;
  useObjectTitle(vehicle?.plate);
  return (
    <>
      <BackLink to={paths.admin.vehicles}>
        <Trans>All vehicles</Trans>
      </BackLink>
      <PageHeader
        title={vehicle?.plate ?? t`Vehicle`}
        description={
          vehicle && (
            <span className="flex flex-wrap items-center gap-2">
              {[vehicle.car, vehicle.year, vehicle.color].filter(Boolean).join(" · ")}
              <Badge look={vehicle.state === "in_service" ? "good" : "plain"}>
                {t(vehicleStates[vehicle.state])}
              </Badge>
            </span>
          )
        }
      >
        <Button look="quiet" disabled={!vehicle} onClick={() => setOpen("edit")}>
          <Pencil aria-hidden size={18} /> <Trans>Edit</Trans>
        </Button>
        <Button look="quiet" disabled={!vehicle || vehicle.state === "sold"} onClick={() => setOpen("block")}>
          <Wrench aria-hidden size={18} /> <Trans>Take out of service</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6">
        <QueryBoundary query={query}>
          {(shown) => (
            <div className="grid items-start gap-4 xl:grid-cols-2">
              <div className="grid gap-4">
                <FactsPanel vehicle={shown} />
                <DocumentsPanel vehicle={shown} />
                <WorkPanel vehicle={shown} timezone={tenant.timezone} />
              </div>
              <div className="grid gap-4">
                <UpcomingPanel vehicle={shown} />
                <CostsPanel vehicleId={shown.id} />
                <DamagesPanel vehicleId={shown.id} />
                <HistoryPanel history={shown.history} />
              </div>
            </div>
          )}
        </QueryBoundary>
      </div>
      {vehicle && open === "edit" && <VehicleDialog vehicle={vehicle} onClose={() => setOpen(null)} />}
      {vehicle && open === "block" && (
        <BlockDialog vehicle={vehicle} timezone={tenant.timezone} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
