import { useLingui } from "@lingui/react/macro";
import { CheckInput, NumberInput } from "@/components/forms/fields";
import type { Draft } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";

export function InsuranceForm({ code, draft }: { code: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("insurance", code, draft);
  const { control } = form;
  const recommended = form.errorAt("recommended");
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <NumberInput control={control} name="dailyRate" label={t`Daily rate`} empty={0} />
        <NumberInput control={control} name="excess" label={t`Excess`} hint={t`Leave empty to hide it.`} />
      </div>
      <TextFields
        form={form}
        texts={[
          { field: "label", label: t`Name` },
          { field: "description", label: t`Description`, kind: "text" },
          { field: "bullets", label: t`Covered`, kind: "lines" },
          { field: "exclusions", label: t`Not covered`, kind: "lines" },
        ]}
      />
      <CheckInput control={control} name="recommended" label={t`We recommend this one`} />
      {recommended && (
        <p role="alert" className="text-sm font-medium text-danger">
          {recommended}
        </p>
      )}
      <DraftSaveBar form={form} />
    </form>
  );
}
