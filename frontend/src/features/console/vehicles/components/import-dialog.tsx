import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { ImportDialog } from "@/features/console/shared/import-dialog";
import { importVehicles } from "../api";

/** Imports vehicles: all rows of the file, or none. */
export function ImportVehiclesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ImportDialog
      title={t`Import vehicles`}
      description={t`A CSV file with the columns of the download. New plates are added, known ones changed; nothing is removed.`}
      send={importVehicles}
      refresh={vehiclesKey}
      done={({ added, changed }) => t`${added} added, ${changed} changed.`}
      canImport={({ added, changed }) => added + changed > 0}
      confirm={({ added, changed }) => (
        <Trans>
          Import <Plural value={{ count: added + changed }} one="# vehicle" other="# vehicles" />
        </Trans>
      )}
      preview={(plan) => (
        <dl className="grid grid-cols-3 gap-3 rounded-card bg-stone p-4 text-center">
          <Count name={t`New`} value={plan.added} />
          <Count name={t`Changed`} value={plan.changed} />
          <Count name={t`As before`} value={plan.unchanged} />
        </dl>
      )}
      onClose={onClose}
    />
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt className="text-sm text-slate">{name}</dt>
      <dd className="tabular text-2xl font-bold">{value}</dd>
    </div>
  );
}
