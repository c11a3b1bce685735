import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { termsRequestLimits } from "@/api/limits.gen";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { readNumber } from "@/lib/amounts";
import { changeTerms, type Terms, termsQuery } from "../api";

type Field = "lateGraceMinutes" | "lateHourPercent" | "fuelEighth" | "cleaning" | "damage";
const whole: readonly Field[] = ["lateGraceMinutes", "lateHourPercent"];
const most: Record<Field, number> = {
  lateGraceMinutes: termsRequestLimits.lateGraceMinutes.maximum,
  lateHourPercent: termsRequestLimits.lateHourPercent.maximum,
  fuelEighth: termsRequestLimits.fuelEighth.maximum,
  cleaning: termsRequestLimits.cleaning.maximum,
  damage: termsRequestLimits.damage.maximum,
};

/** Five numbers, checked before they are sent. */
export function TermsForm({ terms }: { terms: Terms }) {
  const { t } = useLingui();
  const { currency } = terms;
  const [typed, setTyped] = useState<Record<Field, string>>({
    lateGraceMinutes: String(terms.lateGraceMinutes),
    lateHourPercent: String(terms.lateHourPercent),
    fuelEighth: String(terms.fuelEighth),
    cleaning: String(terms.cleaning),
    damage: String(terms.damage),
  });
  const change = useChange({ refresh: termsQuery.queryKey, failed: t`Couldn't save the return costs` });
  const isBad = (field: Field) => {
    const number = readNumber(typed[field], whole.includes(field) ? 0 : 2);
    return number === null || number < 0 || number > most[field];
  };
  const labels: Record<Field, [label: string, hint: string]> = {
    lateGraceMinutes: [t`Grace period, minutes`, t`No late charge within this time.`],
    lateHourPercent: [
      t`Late return per hour, % of the daily rate`,
      t`Started hours count in full, up to the daily rate per day.`,
    ],
    fuelEighth: [t`Fuel, per missing eighth of the tank (${currency})`, t`Not charged with prepaid fuel.`],
    cleaning: [t`Cleaning (${currency})`, ""],
    damage: [t`New damage (${currency})`, t`Suggested amount, up to the excess of the customer's insurance.`],
  };
  const fields = Object.keys(labels) as Field[];
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields.some(isBad)) return;
        const number = (field: Field) => readNumber(typed[field]) ?? 0;
        const price = (field: Field) => number(field).toFixed(2);
        const body = {
          lateGraceMinutes: number("lateGraceMinutes"),
          lateHourPercent: number("lateHourPercent"),
          fuelEighth: price("fuelEighth"),
          cleaning: price("cleaning"),
          damage: price("damage"),
        };
        void change(
          () => changeTerms(body),
          () => ({ title: t`Return costs saved` }),
        );
      }}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={labels[field][0]}
          hint={labels[field][1] || undefined}
          inputMode="decimal"
          className="max-w-40"
          value={typed[field]}
          error={isBad(field) ? t`Please enter a number, at most ${{ most: most[field] }}` : undefined}
          onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
        />
      ))}
      <div>
        <Button type="submit" disabled={fields.some(isBad)}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
