import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { CostDialog } from "@/features/console/shared/costs/cost-dialog";
import { costAmount, costKinds, costsQuery, totalText } from "@/features/console/shared/costs/costs";
import { useMay, useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatPlainDay } from "@/lib/format";
import { PanelRow } from "./panel-row";

const shown = 5;

/** What the vehicle cost last. The desk adds costs, and sees none. */
export function CostsPanel({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={t`Costs`}>
      {may("costs") && <Newest vehicleId={vehicleId} />}
      <Button look="quiet" className="mt-3" onClick={() => setOpen(true)}>
        <Plus aria-hidden size={18} /> <Trans>Add cost</Trans>
      </Button>
      {isOpen && (
        <CostDialog
          cost={null}
          vehicleId={vehicleId}
          today={todayIn(tenant.timezone)}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

function Newest({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(costsQuery({ vehicle: vehicleId }));
  const total = totalText(query.data?.pages[0]?.totals ?? []);
  return (
    <QueryBoundary query={query}>
      {({ pages: [page] }) =>
        !page?.costs.length ? (
          <p className="text-sm text-muted">
            <Trans>None yet.</Trans>
          </p>
        ) : (
          <>
            <ul>
              {page.costs.slice(0, shown).map((cost) => (
                <PanelRow
                  key={cost.id}
                  title={t(costKinds[cost.kind])}
                  text={[formatPlainDay(cost.spentOn), cost.supplier].filter(Boolean).join(" · ")}
                >
                  <span className="tabular text-sm font-semibold">{costAmount(cost)}</span>
                </PanelRow>
              ))}
            </ul>
            <Link
              className="tabular mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-pine underline underline-offset-4"
              to={`${paths.admin.vehicleCosts}?${new URLSearchParams({ vehicle: vehicleId })}`}
            >
              <Trans>All costs: {total}</Trans>
            </Link>
          </>
        )
      }
    </QueryBoundary>
  );
}
