import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useFormContext } from "react-hook-form";
import { formatMoney } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import type { Price, Quote } from "../api";
import { comparison } from "../rules/comparison";
import type { RentalForm } from "../rules/schema";
import { PriceTable } from "./price-table";

/** The agreed price beside the fresh one. Where they differ someone decides: the agreed price never changes automatically. */
export function PriceChoice({ quote }: { quote: Quote }) {
  const { t } = useLingui();
  const { formState, getFieldState } = useFormContext<RentalForm>();
  const { agreed, fresh, difference, currency, commission } = quote;
  const problem = getFieldState("price", formState).error?.message;
  if (!agreed) return null;
  if (difference === 0) {
    return (
      <div className="grid gap-2">
        <PriceTable price={agreed} currency={currency} caption={t`Agreed price`} />
        <p className="text-sm text-slate">
          <Trans>The price doesn't change.</Trans>
        </p>
      </div>
    );
  }
  const change = formatMoney(Math.abs(difference), currency);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold text-slate">
        {difference > 0 ? t`The new price is ${change} higher` : t`The new price is ${change} lower`}
      </legend>
      <ComparedPrices agreed={agreed} fresh={fresh} currency={currency} />
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
      {commission && (
        <p className="text-sm text-slate">
          <Trans>The commission for {{ affiliate: commission.affiliate }} doesn't change.</Trans>
        </p>
      )}
    </fieldset>
  );
}

interface Compared {
  agreed: Price;
  fresh: Price;
  currency: string;
}

function ComparedPrices({ agreed, fresh, currency }: Compared) {
  const { t } = useLingui();
  const { register } = useFormContext<RentalForm>();
  const money = (amount: number | undefined) => (amount === undefined ? "–" : formatMoney(amount, currency));
  const sides = [
    { value: "agreed", title: t`Agreed`, label: t`Keep agreed price`, total: agreed.totalPrice },
    { value: "fresh", title: t`New`, label: t`Use new price`, total: fresh.totalPrice },
  ] as const;
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{t`Agreed and new price`}</caption>
      <thead>
        <tr>
          <td />
          {sides.map(({ value, title }) => (
            <th key={value} scope="col" className="pb-1 pl-3 text-right font-medium text-muted">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison(agreed.lines, fresh.lines).map(({ key, of, agreed: had, fresh: has }) => (
          <tr key={key} className={clsx(had?.amount !== has?.amount && "font-semibold")}>
            <th scope="row" className="py-1 text-left font-normal">
              {lineLabel(of)}
              {had && has && had.quantity !== has.quantity && (
                <span className="text-muted">
                  {" "}
                  {had.quantity} → {has.quantity}
                </span>
              )}
            </th>
            <td className="py-1 pl-3 text-right">{money(had?.amount)}</td>
            <td className="py-1 pl-3 text-right">{money(has?.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line">
          <th scope="row" className="pt-3 text-left text-base">
            <Trans>Total</Trans>
          </th>
          {sides.map(({ value, label, total }) => (
            <td key={value} className="pt-3 pl-3 text-right">
              <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-line px-3 text-base font-bold hover:bg-stone has-checked:border-pine has-checked:bg-pine has-checked:text-on-pine has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink">
                <input
                  type="radio"
                  value={value}
                  aria-label={label}
                  className="size-4 accent-accent"
                  {...register("price")}
                />
                {money(total)}
              </label>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
