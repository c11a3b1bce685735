import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { CheckInput, NumberInput, TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import type { Car } from "../api";

/** The name of the car, and where the site shows it. */
export function ShownPanel({ form: { control, values } }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  return (
    <Panel title={t`On the site`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput control={control} name="name" label={t`Name`} maxLength={80} />
        <NumberInput
          control={control}
          name="position"
          label={t`Position`}
          hint={t`Small numbers come first`}
          digits={0}
          empty={0}
        />
        <CheckInput control={control} name="inFleet" label={t`In the showcase and the booking form`} />
        <CheckInput control={control} name="inSearch" label={t`Priced in the search`} />
      </div>
      {!values.inFleet && !values.inSearch && (
        <p role="status" className="mt-4 rounded-xl bg-stone p-4 text-sm">
          <Trans>
            Visitors can't see this car. Select both boxes to show and price it, then save and publish.
          </Trans>
        </p>
      )}
    </Panel>
  );
}
