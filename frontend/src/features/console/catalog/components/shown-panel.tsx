import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { TextField } from "@/components/ui/field";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import type { PanelProps } from "../rules";

/** How the car is called, and where on the site it stands. */
export function ShownPanel({ car, change, errors }: PanelProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`On the site`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Name`}
          maxLength={80}
          value={car.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <AmountField
          label={t`Place in the order`}
          hint={t`Small numbers come first`}
          isWhole
          value={car.position}
          error={errors.position}
          onChange={(position) => change({ position: position ?? 0 })}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={car.inFleet}
            onChange={(event) => change({ inFleet: event.target.checked })}
          />
          <Trans>In the showcase and the booking form</Trans>
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={car.inSearch}
            onChange={(event) => change({ inSearch: event.target.checked })}
          />
          <Trans>Priced in the search</Trans>
        </label>
      </div>
      {!car.inFleet && !car.inSearch && (
        <p role="status" className="mt-4 rounded-xl bg-stone p-4 text-sm">
          <Trans>
            Visitors see this car nowhere. Tick both boxes to show and price it, save, and publish.
          </Trans>
        </p>
      )}
    </Panel>
  );
}
