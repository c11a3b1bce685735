import { Trans, useLingui } from "@lingui/react/macro";
import { Minus, Plus } from "lucide-react";
import { TextField } from "@/components/ui/field";
import { ownAccessories } from "@/features/console/shared/handover";
import { formatNumber } from "@/lib/format";
import type { YardBooking } from "../api";
import { type Draft, type Gap, isBelow, missingOf } from "../rules/form";
import { FuelPicker } from "./fuel-picker";
import { Tick } from "./tick";

interface Props {
  booking: YardBooking;
  draft: Draft;
  gaps: readonly Gap[];
  onChange: (change: Partial<Draft>) => void;
}

/** Mileage, fuel, what goes with the car. */
export function CarStep({ booking, draft, gaps, onChange }: Props) {
  const { t } = useLingui();
  const last = booking.lastMileageKm;
  const missing = missingOf(draft, booking);
  function count(code: string, by: number) {
    onChange({
      accessories: draft.accessories.map((each) =>
        each.code === code ? { ...each, count: Math.min(20, Math.max(0, each.count + by)) } : each,
      ),
    });
  }
  const hint = last === null ? undefined : t`Last time: ${{ kilometres: formatNumber(last) }} km`;
  return (
    <div className="grid gap-6">
      <TextField
        label={t`Mileage in km`}
        inputMode="numeric"
        autoComplete="off"
        className="text-2xl font-bold"
        value={draft.mileage}
        onChange={(event) => onChange({ mileage: event.target.value })}
        hint={isBelow(draft, last) ? `${hint}. ${t`Lower mileage?`}` : hint}
        error={gaps.includes("mileage") ? t`Enter the mileage` : undefined}
      />
      <FuelPicker
        value={draft.fuel}
        error={gaps.includes("fuel") ? t`Select the fuel level` : undefined}
        onChange={(fuel) => onChange({ fuel })}
      />
      {draft.kind === "return" && (
        <Tick checked={draft.isClean} onChange={(isClean) => onChange({ isClean })}>
          <Trans>The car is clean</Trans>
        </Tick>
      )}
      <fieldset>
        <legend className="text-sm font-semibold text-slate">
          {draft.kind === "return" ? <Trans>Given back</Trans> : <Trans>Included items</Trans>}
        </legend>
        <ul className="mt-1 divide-y divide-line">
          {draft.accessories.map((each) => {
            const own = ownAccessories[each.code];
            const name = own ? t(own) : each.label || each.code;
            return (
              <li key={each.code} className="flex min-h-14 items-center gap-2">
                <span className="min-w-0 grow">
                  {name}
                  {missing.includes(each.code) && (
                    <span className="block text-sm text-danger">{t`Less than at handover`}</span>
                  )}
                </span>
                <button
                  type="button"
                  aria-label={t`Decrease ${{ name }}`}
                  className="grid size-11 place-items-center rounded-full border border-line"
                  onClick={() => count(each.code, -1)}
                >
                  <Minus aria-hidden size={18} />
                </button>
                <output className="tabular w-8 text-center text-lg font-bold">{each.count}</output>
                <button
                  type="button"
                  aria-label={t`Increase ${{ name }}`}
                  className="grid size-11 place-items-center rounded-full border border-line"
                  onClick={() => count(each.code, 1)}
                >
                  <Plus aria-hidden size={18} />
                </button>
              </li>
            );
          })}
        </ul>
      </fieldset>
    </div>
  );
}
