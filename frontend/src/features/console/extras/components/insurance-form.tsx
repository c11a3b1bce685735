import { Trans, useLingui } from "@lingui/react/macro";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import { ConflictNotice } from "@/features/console/shared/catalog-draft/conflict-notice";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { filled } from "../rules";
import { TextFields } from "./text-fields";

export function InsuranceForm({ code }: { code: string }) {
  const { t } = useLingui();
  const item = useDraftItem("insurance", code);
  const { value, change, errors } = item;
  if (!value) return null;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save({ bullets: filled(value.bullets), exclusions: filled(value.exclusions) });
      }}
    >
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <AmountField
          label={t`Price a day`}
          value={value.dailyRate}
          error={errors.dailyRate}
          onChange={(dailyRate) => change({ dailyRate: dailyRate ?? 0 })}
        />
        <AmountField
          label={t`Excess`}
          hint={t`Empty: not said.`}
          value={value.excess}
          error={errors.excess}
          onChange={(excess) => change({ excess })}
        />
      </div>
      <TextFields
        fields={[
          { field: "label", label: t`Name`, kind: "line" },
          { field: "description", label: t`Description`, kind: "text" },
          { field: "bullets", label: t`Covered`, kind: "lines" },
          { field: "exclusions", label: t`Not covered`, kind: "lines" },
        ]}
        item={value}
        errors={errors}
        change={change}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={value.recommended}
          onChange={(event) => change({ recommended: event.target.checked })}
        />
        <Trans>We recommend this one</Trans>
      </label>
      {errors.recommended && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.recommended}
        </p>
      )}
      <SaveBar item={item} />
      <ConflictNotice
        conflict={item.conflict}
        keepMine={item.keepMine}
        takeTheirs={item.takeTheirs}
        dismiss={item.dismiss}
      />
    </form>
  );
}
