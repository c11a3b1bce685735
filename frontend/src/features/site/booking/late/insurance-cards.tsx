import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { IncludedList } from "@/components/ui/included-list";
import { RadioCard } from "@/components/ui/radio-card";
import {
  ExcessRow,
  isStatedWithExcess,
  ProtectionPrice,
  Recommended,
} from "@/features/site/shared/protection/protection";
import { type Car, siteConfig } from "@/lib/site-config";

interface Props {
  car: Car | undefined;
  /** Of the rental; 0 while that is not known. */
  days: number;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Insurance as radio cards, side by side on a wide screen: each line of one beside the same line of the others. */
export function InsuranceCards({ car, days, value, error, onChange }: Props) {
  const { t } = useLingui();
  const { insurance } = siteConfig();
  const id = useId();
  return (
    <>
      <div
        role="radiogroup"
        aria-invalid={Boolean(error)}
        aria-describedby={error ? id : undefined}
        aria-label={t`Insurance`}
        className="grid grid-cols-1 gap-3 lg:grid-cols-3"
      >
        {insurance.map((option) => (
          <RadioCard
            key={option.code}
            name={`insurance-${id}`}
            checked={option.code === value}
            onChange={() => onChange(option.code)}
            className="flex flex-col gap-2 rounded-card p-4 lg:row-span-4 lg:grid lg:grid-rows-subgrid"
          >
            <span className="flex w-full flex-wrap items-baseline justify-between gap-x-2">
              <span>
                <span className="block font-bold">{option.label}</span>
                <Recommended option={option} car={car} />
              </span>
              <ProtectionPrice option={option} days={days} />
            </span>
            <span className="text-sm text-slate">{option.description}</span>
            <ExcessRow option={option} car={car} className="border-y" />
            <IncludedList
              included={option.bullets}
              excluded={isStatedWithExcess(option) ? [] : option.exclusions}
            />
          </RadioCard>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  );
}
