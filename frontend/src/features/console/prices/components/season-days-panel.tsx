import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { CheckInput, TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import type { Season } from "../rules";

/** What a season is called in each language, and its days. */
export function SeasonDaysPanel({ form }: { form: VersionedForm<Season> }) {
  const { t } = useLingui();
  const { control, values } = form;
  return (
    <Panel title={t`Name and days`}>
      <div className="flex flex-col gap-4">
        <TextFields form={form} texts={[{ field: "name", label: t`Name`, maxLength: 80 }]} />
        <div className="grid grid-cols-2 gap-3">
          <TextInput control={control} name="starts" type="date" label={t`First day`} />
          <TextInput control={control} name="ends" type="date" label={t`Last day`} min={values.starts} />
        </div>
        <CheckInput control={control} name="everyYear" label={t`Every year on these days`} />
      </div>
    </Panel>
  );
}
