import { Plural, Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { IncludedList } from "@/components/ui/included-list";
import { excessOf } from "@/features/site/shared/terms/lines";
import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { type Car, type Insurance, siteConfig } from "@/lib/site-config";

interface Props {
  option: Insurance;
  /** May have its own excess. */
  car: Pick<Car, "excess"> | undefined;
}

/** The figure for comparing insurance: the customer's share of a damage. A zero is shown with the exclusions. */
export function ExcessRow({ option, car, className }: Props & { className?: string }) {
  const price = usePrice();
  const excess = excessOf(option, car);
  // Keeps its row in a comparison where the company has not set it.
  if (excess === null) return <span className="max-lg:hidden" />;
  return (
    <span className={clsx("block border-line py-2 text-sm", className)}>
      <span className="flex flex-wrap items-end justify-between gap-x-3">
        <span className="text-slate">
          <Trans comment="An amount follows: the excess of an insurance">
            Of damage to the car, you pay at most
          </Trans>
        </span>
        <span className="tabular shrink-0 text-lg leading-tight font-bold">{price(excess)}</span>
      </span>
      <Example excess={excess} car={car} />
      {isStatedWithExcess(option) && <IncludedList included={[]} excluded={option.exclusions} />}
    </span>
  );
}

/** The same repair cost for every option: the highest excess of all options. */
function Example({ excess, car }: { excess: number; car: Props["car"] }) {
  const price = usePrice();
  const highest = Math.max(...siteConfig().insurance.map((option) => excessOf(option, car) ?? 0));
  if (highest === 0) return null;
  const repair = price(highest);
  const own = price(excess);
  return (
    <span className="mt-1 block text-slate">
      <Trans comment="An example of what an insurance leaves to pay. Two amounts">
        Example: of a covered repair for {repair} you pay {own}.
      </Trans>
    </span>
  );
}

/** The price per day, and the price of the rental where its length is known. */
export function ProtectionPrice({ option, days }: { option: Insurance; days: number }) {
  const price = usePrice();
  const whole = price(option.dailyRate * days);
  return (
    <span className="tabular ml-auto shrink-0 text-right text-sm font-semibold text-pine">
      {option.dailyRate === 0 ? <Trans>FREE</Trans> : perDay(price(option.dailyRate))}
      {option.dailyRate > 0 && days > 0 && (
        <span className="block font-normal text-slate">
          <Plural value={days} one={`${whole} for # day`} other={`${whole} for # days`} />
        </span>
      )}
    </span>
  );
}

/** Whether to show the exclusions beside the excess: "nothing to pay" is not true without them. */
export function isStatedWithExcess({ excess, exclusions }: Insurance): boolean {
  return excess === 0 && exclusions.length > 0;
}

/** The company's recommendation and its reason: how much lower the excess is than with the free option. */
export function Recommended({ option, car }: Props) {
  const price = usePrice();
  if (!option.recommended) return null;
  const free = siteConfig().insurance.find(({ dailyRate }) => dailyRate === 0);
  const without = excessOf(free, car) ?? 0;
  const own = excessOf(option, car);
  const high = price(without);
  const low = price(own ?? 0);
  return (
    <span className="block text-sm text-pine">
      <span className="block font-semibold">
        <Trans comment="The insurance that the company recommends">Our recommendation</Trans>
      </span>
      {own !== null && own < without && (
        <Trans comment="Why the company recommends an insurance. Two amounts">
          Lowers what you pay for damage from {high} to {low}
        </Trans>
      )}
    </span>
  );
}
