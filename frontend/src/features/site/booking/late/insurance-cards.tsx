import { useLingui } from "@lingui/react/macro";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { IncludedList } from "@/components/ui/included-list";
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
  const noteId = useId();
  return (
    <>
      <RadioGroup.Root
        aria-invalid={Boolean(error)}
        aria-describedby={error ? noteId : undefined}
        value={value}
        onValueChange={onChange}
        aria-label={t`Insurance`}
        className="grid grid-cols-1 gap-3 lg:grid-cols-3"
      >
        {insurance.map((option) => (
          <RadioGroup.Item
            key={option.code}
            value={option.code}
            className="flex flex-col gap-2 rounded-card border-2 border-line bg-panel p-4 text-left data-[state=checked]:border-pine data-[state=checked]:bg-sky lg:row-span-4 lg:grid lg:grid-rows-subgrid"
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
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {error && (
        <p id={noteId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  );
}
