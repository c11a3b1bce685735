import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { NumberInput } from "@/components/forms/fields";
import { useAccess } from "@/components/ui/button";
import type { Draft } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";
import { formatWeekday } from "@/lib/format";
import { PercentField } from "./percent-field";

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Weekends and last minute: each is off until it is ticked. */
export function PriceRulesForm({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("priceRules", "all", draft);
  const { control, set } = form;
  const { weekend, lastMinute } = form.values;
  return (
    <Panel
      title={t`Price rules`}
      description={t`Added to the price of each day they hold for, after its season; the day's price is rounded to whole units.`}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
        <div className="grid gap-5 lg:grid-cols-2">
          <Rule
            title={t`Weekend`}
            isOn={Boolean(weekend)}
            onSwitch={(isOn) => set("weekend", isOn ? { weekdays: [6, 7], percent: 10 } : null)}
          >
            {weekend && (
              <>
                <Weekdays chosen={weekend.weekdays} onChange={(days) => set("weekend.weekdays", days)} />
                <PercentField control={control} name="weekend.percent" />
              </>
            )}
          </Rule>
          <Rule
            title={t`Last minute`}
            isOn={Boolean(lastMinute)}
            onSwitch={(isOn) => set("lastMinute", isOn ? { days: 3, percent: -10 } : null)}
          >
            {lastMinute && (
              <>
                <NumberInput
                  control={control}
                  name="lastMinute.days"
                  label={t`Maximum days between booking and pickup`}
                  digits={0}
                  empty={0}
                />
                <PercentField control={control} name="lastMinute.percent" />
              </>
            )}
          </Rule>
        </div>
        <DraftSaveBar form={form} />
      </form>
    </Panel>
  );
}

interface RuleProps {
  title: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  children: React.ReactNode;
}

function Rule({ title, isOn, onSwitch, children }: RuleProps) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-card bg-stone p-4">
      <legend className="sr-only">{title}</legend>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-pine"
          {...useAccess("draft")}
          checked={isOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        {title}
      </label>
      {children}
    </fieldset>
  );
}

function Weekdays({ chosen, onChange }: { chosen: number[]; onChange: (days: number[]) => void }) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">
        <Trans>Days that begin on</Trans>
      </legend>
      <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {weekdays.map((day) => (
          <label key={day} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-pine"
              checked={chosen.includes(day)}
              onChange={(event) =>
                onChange(
                  weekdays.filter((each) => (each === day ? event.target.checked : chosen.includes(each))),
                )
              }
            />
            {formatWeekday(day)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
