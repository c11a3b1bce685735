import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { CheckInput, NumberInput, SelectInput } from "@/components/forms/fields";
import type { Draft } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";
import { kinds } from "../words";
import { HandoverPlacesPanel } from "./handover-places-panel";
import { HoursPanel } from "./hours-panel";
import { NamePanel } from "./name-panel";

export function PlaceForm({ code, draft }: { code: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("locations", code, draft);
  const { control } = form;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <NamePanel form={form} />
          <Panel title={t`Meeting there`}>
            <SelectInput control={control} name="kind" label={t`Kind`}>
              {Object.entries(kinds).map(([kind, word]) => (
                <option key={kind} value={kind}>
                  {t(word)}
                </option>
              ))}
            </SelectInput>
            <CheckInput control={control} name="needsFlightNumber" label={t`We need the flight number`} />
          </Panel>
          <HandoverPlacesPanel location={code} draft={draft} />
        </div>
        <div className="grid gap-4">
          <HoursPanel form={form}>
            <NumberInput
              control={control}
              name="outOfHoursFee"
              label={t`Fee outside these hours`}
              hint={t`For a pickup, and for a return. Nothing is refused.`}
              empty={0}
            />
          </HoursPanel>
        </div>
      </div>
      <DraftSaveBar form={form} />
      {form.isDirty && (
        <p className="text-sm text-slate">
          <Trans>Bookings keep the price they have.</Trans>
        </p>
      )}
    </form>
  );
}
