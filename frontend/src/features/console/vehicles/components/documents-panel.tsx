import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { formatPlainDay } from "@/lib/format";
import { type Document, removeDocument, type VehicleDetail } from "../api";
import { documentKinds, documentStates } from "../words";
import { DocumentDialog } from "./document-dialog";
import { PanelRow } from "./panel-row";

const looks = { valid: "good", expiring: "warning", expired: "warning" } as const;

/** Insurance, inspection and what else runs out; warned of thirty days before. */
export function DocumentsPanel({ vehicle }: { vehicle: VehicleDetail }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Document | "new" | null>(null);
  const change = useChange({ refresh: vehiclesKey });
  const nameOf = ({ kind, title }: Document) =>
    title ? `${t(documentKinds[kind])}: ${title}` : t(documentKinds[kind]);
  return (
    <Panel
      title={t`Documents`}
      description={t`Thirty days before one expires, it is marked here and in the list.`}
    >
      {vehicle.documents.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>None yet. Add the insurance and the inspection first.</Trans>
        </p>
      )}
      <ul>
        {vehicle.documents.map((document) => (
          <PanelRow
            key={document.id}
            title={
              <>
                {nameOf(document)}
                <Badge look={looks[document.state]}>{t(documentStates[document.state])}</Badge>
              </>
            }
            text={t`Until ${{ day: formatPlainDay(document.expiresOn) }}`}
          >
            <Button
              look="plain"
              className="px-3"
              aria-label={t`Remove ${{ name: nameOf(document) }}`}
              onClick={() => setOpen(document)}
            >
              <Trash2 aria-hidden size={18} />
            </Button>
          </PanelRow>
        ))}
      </ul>
      <Button look="quiet" className="mt-3" onClick={() => setOpen("new")}>
        <Plus aria-hidden size={18} /> <Trans>Add a document</Trans>
      </Button>
      {open === "new" && <DocumentDialog vehicleId={vehicle.id} onClose={() => setOpen(null)} />}
      {open && open !== "new" && (
        <ConfirmDialog
          title={t`Remove ${{ name: nameOf(open) }}?`}
          description={t`It stays in the vehicle's history.`}
          confirm={t`Remove`}
          onConfirm={() =>
            change(
              () => removeDocument(vehicle.id, open.id),
              () => ({ title: t`Document removed` }),
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
