import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { SelectField } from "@/components/ui/field";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import type { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import type { Place } from "../rules";
import { kinds } from "../words";
import { HoursPanel } from "./hours-panel";
import { NamePanel } from "./name-panel";

interface Props {
  item: ReturnType<typeof useDraftItem<"locations">>;
  place: Place;
}

export function PlaceForm({ item, place }: Props) {
  const { t } = useLingui();
  const { change, errors } = item;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save();
      }}
    >
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <NamePanel place={place} change={change} errors={errors} />
          <Panel title={t`Meeting there`}>
            <SelectField
              label={t`Kind`}
              value={place.kind}
              error={errors.kind}
              onChange={(event) => change({ kind: event.target.value as Place["kind"] })}
            >
              {Object.entries(kinds).map(([code, word]) => (
                <option key={code} value={code}>
                  {t(word)}
                </option>
              ))}
            </SelectField>
            <label className="mt-3 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={place.needsFlightNumber}
                onChange={(event) => change({ needsFlightNumber: event.target.checked })}
              />
              <Trans>We need the flight number</Trans>
            </label>
          </Panel>
        </div>
        <div className="grid gap-4">
          <HoursPanel place={place} change={change} errors={errors}>
            <AmountField
              label={t`Fee outside these hours`}
              hint={t`For a pickup, and for a return. Nothing is refused.`}
              value={place.outOfHoursFee}
              error={errors.outOfHoursFee}
              onChange={(fee) => change({ outOfHoursFee: fee ?? 0 })}
            />
          </HoursPanel>
        </div>
      </div>
      <SaveBar item={item} />
      {item.isDirty && (
        <p className="text-sm text-slate">
          <Trans>Bookings keep the price they have.</Trans>
        </p>
      )}
    </form>
  );
}
