import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { AmountField } from "./amount-field";
import type { Items } from "./api";

type Rate = Items["cars"]["rates"][number];

interface Props {
  rates: readonly Rate[];
  onChange: (rates: Rate[]) => void;
  /** What a day costs without bands: what the first one begins with. */
  baseRate: number;
  errors: Record<string, string>;
  /** Before the index in the paths of errors. */
  path?: string;
}

/** Prices a day by the length of the rental; each from so many days on. */
export function RatesTable({ rates, onChange, baseRate, errors, path = "rates" }: Props) {
  const { t } = useLingui();
  const put = (index: number, fields: Partial<Rate>) =>
    onChange(rates.map((rate, place) => (place === index ? { ...rate, ...fields } : rate)));
  const last = rates.at(-1);
  const next: Rate = last
    ? { minDays: last.minDays + 7, dailyRate: last.dailyRate }
    : { minDays: 1, dailyRate: baseRate };
  return (
    <div className="flex flex-col gap-2">
      {rates.map((rate, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band has no other name while one types
        <div key={index} className="grid grid-cols-[1fr_1fr_2.75rem] items-end gap-2">
          <AmountField
            label={t`From days`}
            isWhole
            value={rate.minDays}
            error={errors[`${path}.${index}.minDays`]}
            onChange={(minDays) => put(index, { minDays: minDays ?? 0 })}
          />
          <AmountField
            label={t`Price a day`}
            value={rate.dailyRate}
            error={errors[`${path}.${index}.dailyRate`]}
            onChange={(dailyRate) => put(index, { dailyRate: dailyRate ?? 0 })}
          />
          <Button
            look="plain"
            aria-label={t`Remove this price`}
            className="h-11 px-0"
            onClick={() => onChange(rates.filter((_, place) => place !== index))}
          >
            <X aria-hidden size={18} />
          </Button>
        </div>
      ))}
      {errors[path] && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors[path]}
        </p>
      )}
      <Button look="quiet" className="self-start" onClick={() => onChange([...rates, next])}>
        <Plus aria-hidden size={18} /> <Trans>Add a price for longer rentals</Trans>
      </Button>
    </div>
  );
}
