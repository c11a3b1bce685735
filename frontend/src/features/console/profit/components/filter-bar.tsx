import { useLingui } from "@lingui/react/macro";
import { controlClass } from "@/components/ui/field";
import { Labelled, PeriodFields } from "@/features/console/shared/period/period-fields";
import { maxDays, type ProfitReport, selectableYears, type View } from "../api";

interface Props {
  view: View;
  today: string;
  report: ProfitReport | undefined;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** Which days, and which model or vehicle. */
export function FilterBar({ view, today, report, onChoose }: Props) {
  const { t } = useLingui();
  const selects = [
    { name: "model", label: t`Model`, value: view.model, options: report?.models },
    { name: "vehicle", label: t`Vehicle`, value: view.vehicle, options: report?.vehicles },
  ];
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-2">
      <PeriodFields
        period={view}
        today={today}
        years={selectableYears(today)}
        wholeYear={t`Whole year`}
        maxDays={maxDays}
        onChoose={onChoose}
      />
      {selects.map(({ name, label, value, options }) => (
        <Labelled key={name} name={label}>
          <select
            className={controlClass("min-h-11 py-0 text-sm lg:max-w-48")}
            value={value ?? ""}
            onChange={(event) => onChoose({ [name]: event.target.value || undefined })}
          >
            <option value="">{t({ message: "All", context: "every value of a filter" })}</option>
            {options?.map((each) => (
              <option key={each.key} value={each.key}>
                {each.label}
              </option>
            ))}
          </select>
        </Labelled>
      ))}
    </div>
  );
}
