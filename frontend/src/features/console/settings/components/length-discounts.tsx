import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Rental } from "../api";
import { NumberField } from "./number-field";

type Discounts = Rental["lengthDiscounts"];

interface Props {
  discounts: Discounts;
  problem: (place: number, name: string) => string | undefined;
  onChange: (discounts: Discounts) => void;
}

/** What longer rentals of other cars save, from a number of days on. */
export function LengthDiscounts({ discounts, problem, onChange }: Props) {
  const { t } = useLingui();
  // Rows have no name of their own: each keeps the number under which it came.
  const keys = useRef(discounts.map((_, place) => place));
  const change = (place: number, changes: Partial<Discounts[number]>) =>
    onChange(discounts.map((item, at) => (at === place ? { ...item, ...changes } : item)));
  function remove(place: number) {
    keys.current = keys.current.filter((_, at) => at !== place);
    onChange(discounts.filter((_, at) => at !== place));
  }
  function add() {
    keys.current = [...keys.current, Math.max(0, ...keys.current) + 1];
    const last = discounts.at(-1);
    onChange([...discounts, { minDays: (last?.minDays ?? 1) + 3, percent: (last?.percent ?? 0) + 3 }]);
  }
  return (
    <section className="grid gap-3" aria-label={t`Discounts for longer rentals of other cars`}>
      <h3 className="text-sm font-semibold text-slate">
        <Trans>Discounts for longer rentals of other cars</Trans>
      </h3>
      {discounts.map((discount, place) => (
        <div key={keys.current[place]} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          <NumberField
            label={t`From days`}
            value={discount.minDays}
            error={problem(place, "minDays")}
            onChange={(minDays) => change(place, { minDays: minDays ?? 0 })}
          />
          <NumberField
            label={t`Percent`}
            value={discount.percent}
            error={problem(place, "percent")}
            onChange={(percent) => change(place, { percent: percent ?? 0 })}
          />
          <Button look="plain" className="mt-6" aria-label={t`Remove`} onClick={() => remove(place)}>
            <Trash2 className="size-5" aria-hidden />
          </Button>
        </div>
      ))}
      {discounts.length < 10 && (
        <Button look="quiet" className="justify-self-start" onClick={add}>
          <Plus className="size-5" aria-hidden />
          <Trans>Add a discount</Trans>
        </Button>
      )}
    </section>
  );
}
