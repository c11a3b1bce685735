import { Trans, useLingui } from "@lingui/react/macro";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { IncludedList } from "@/components/ui/included-list";
import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

interface Props {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Insurance as radio cards, side by side on a wide screen: each line of one beside the same line of the others. */
export function InsuranceCards({ value, error, onChange }: Props) {
  const { t } = useLingui();
  const { insurance } = siteConfig();
  const price = usePrice();
  const noteId = useId();
  return (
    <>
      <RadioGroup.Root
        aria-invalid={Boolean(error)}
        aria-describedby={error ? noteId : undefined}
        value={value}
        onValueChange={onChange}
        aria-label={t`Insurance`}
        className="grid gap-3 lg:grid-cols-3"
      >
        {insurance.map((option) => (
          <RadioGroup.Item
            key={option.code}
            value={option.code}
            className="flex flex-col gap-2 rounded-card border-2 border-line bg-white p-4 text-left data-[state=checked]:border-pine data-[state=checked]:bg-sky lg:row-span-4 lg:grid lg:grid-rows-subgrid"
          >
            <span className="flex w-full items-baseline justify-between gap-2">
              <span>
                <span className="block font-bold">{option.label}</span>
                {option.recommended && (
                  <span className="block text-sm font-semibold text-pine">
                    <Trans comment="The insurance that the company recommends">Our recommendation</Trans>
                  </span>
                )}
              </span>
              <span className="tabular shrink-0 text-sm font-semibold text-pine">
                {option.dailyRate === 0 ? t`FREE` : perDay(price(option.dailyRate))}
              </span>
            </span>
            <span className="text-sm text-slate">{option.description}</span>
            <Excess amount={option.excess} />
            <IncludedList included={option.bullets} excluded={option.exclusions} />
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

/** The figure by which insurance is compared: what is left to pay of a damage. */
function Excess({ amount }: { amount: number | null }) {
  const price = usePrice();
  // Keeps its line of the comparison where the company has not settled it.
  if (amount === null) return <span className="max-lg:hidden" />;
  return (
    <span className="flex items-end justify-between gap-3 border-y border-line py-2 text-sm">
      <span className="text-slate">
        <Trans comment="An amount follows: the excess of an insurance">
          Of damage to the car, you pay at most
        </Trans>
      </span>
      <span className="tabular shrink-0 text-lg leading-tight font-bold">{price(amount)}</span>
    </span>
  );
}
