import { useLingui } from "@lingui/react/macro";
import type { Period } from "@/features/console/shared/period/period";
import { PeriodFields } from "@/features/console/shared/period/period-fields";
import { maxDays, selectableYears } from "../api";

interface Props {
  period: Period;
  today: string;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** A month, a quarter, a year or days. */
export function PeriodBar({ period, today, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <div className="mt-4">
      <PeriodFields
        hasQuarters
        period={period}
        today={today}
        years={selectableYears(today)}
        wholeYear={t`Whole year`}
        maxDays={maxDays}
        onChoose={onChoose}
      />
    </div>
  );
}
