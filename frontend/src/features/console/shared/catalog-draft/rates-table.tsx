import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import {
  type Control,
  type FieldArrayPath,
  type FieldValues,
  type Path,
  useFieldArray,
} from "react-hook-form";
import { NumberInput, nameField } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import type { Items } from "./api";

type Rate = Items["cars"]["rates"][number];

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  /** As the form holds them. */
  rates: readonly Rate[];
  /** What a day costs without bands: what the first one begins with. */
  baseRate: number;
  error: string | undefined;
  onEmpty?: () => void;
}

/** Daily rates by rental length, each with its minimum number of days. */
export function RatesTable<T extends FieldValues>(props: Props<T>) {
  const { control, name, rates, baseRate, error, onEmpty } = props;
  const { t } = useLingui();
  const rows = useFieldArray({ control, name: name as FieldArrayPath<T> });
  nameField(control, name, t`Prices by length`);
  const last = rates.at(-1);
  const next: Rate = last
    ? { minDays: last.minDays + 7, dailyRate: last.dailyRate }
    : { minDays: 1, dailyRate: baseRate };
  return (
    <div className="flex flex-col gap-2">
      {rows.fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[1fr_1fr_2.75rem] items-end gap-2">
          <NumberInput
            control={control}
            name={`${name}.${index}.minDays` as Path<T>}
            label={t`From days`}
            digits={0}
            empty={0}
          />
          <NumberInput
            control={control}
            name={`${name}.${index}.dailyRate` as Path<T>}
            label={t`Daily rate`}
            empty={0}
          />
          <Button
            access="draft"
            look="plain"
            aria-label={t`Remove this price`}
            className="h-11 px-0"
            onClick={() => {
              rows.remove(index);
              if (rates.length === 1) onEmpty?.();
            }}
          >
            <X aria-hidden size={18} />
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <Button access="draft" look="quiet" className="self-start" onClick={() => rows.append(next as never)}>
        <Plus aria-hidden size={18} /> <Trans>Add a price for longer rentals</Trans>
      </Button>
    </div>
  );
}
