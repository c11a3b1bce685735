import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { removeWork, type VehicleDetail, type Work } from "../api";
import { workStates, workTime } from "../words";
import { DoneDialog } from "./done-dialog";
import { PanelRow } from "./panel-row";
import { WorkDialog } from "./work-dialog";

const looks = { planned: "plain", soon: "warning", overdue: "warning", done: "good" } as const;

interface Props {
  vehicle: VehicleDetail;
  timezone: string;
}

/** Work by date or by mileage, whichever comes first; done work stays to be read. */
export function WorkPanel({ vehicle, timezone }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"new" | { removing: Work } | { finishing: Work } | null>(null);
  const change = useChange({ refresh: vehiclesKey });
  const close = () => setOpen(null);
  return (
    <Panel title={t`Service`} description={t`Work that is due by a day or by mileage.`}>
      {vehicle.services.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Nothing is planned.</Trans>
        </p>
      )}
      <ul>
        {vehicle.services.map((work) => (
          <PanelRow
            key={work.id}
            title={
              <>
                {work.title}
                <Badge look={looks[work.state]}>{t(workStates[work.state])}</Badge>
              </>
            }
            text={workTime(work)}
          >
            {work.state !== "done" && (
              <>
                <Button
                  look="plain"
                  className="px-3"
                  aria-label={t`${{ title: work.title }} is done`}
                  onClick={() => setOpen({ finishing: work })}
                >
                  <Check aria-hidden size={18} /> <Trans context="work on a vehicle">Done</Trans>
                </Button>
                <Button
                  look="plain"
                  className="px-3"
                  aria-label={t`Remove ${{ name: work.title }}`}
                  onClick={() => setOpen({ removing: work })}
                >
                  <Trash2 aria-hidden size={18} />
                </Button>
              </>
            )}
          </PanelRow>
        ))}
      </ul>
      <Button look="quiet" className="mt-3" onClick={() => setOpen("new")}>
        <Plus aria-hidden size={18} /> <Trans>Plan work</Trans>
      </Button>
      {open === "new" && <WorkDialog vehicleId={vehicle.id} onClose={close} />}
      {open && open !== "new" && "finishing" in open && (
        <DoneDialog vehicle={vehicle} work={open.finishing} timezone={timezone} onClose={close} />
      )}
      {open && open !== "new" && "removing" in open && (
        <ConfirmDialog
          title={t`Remove ${{ name: open.removing.title }}?`}
          description={t`It stays in the vehicle's history.`}
          confirm={t`Remove`}
          onConfirm={() => change(() => removeWork(vehicle.id, open.removing.id))}
          onClose={close}
        />
      )}
    </Panel>
  );
}
