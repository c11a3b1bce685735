import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { chooseCurrency, useCurrency } from "@/lib/currency";
import { formatCurrencyName } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

export const currencyClass =
  "relative inline-flex min-h-11 items-center justify-center gap-1 rounded-full text-sm font-semibold";
/** Its place in the header. */
export const currencyInHeader =
  "min-w-11 px-1.5 text-ink max-[22rem]:hidden outline-accent-ink hover:bg-ink/5 sm:px-2.5";

/** The narrowest phones have no room for the arrow beside name, language and chat. */
export function CurrencyArrow({ isLong = false }: { isLong?: boolean }) {
  return <ChevronDown aria-hidden size={16} className={clsx("shrink-0", !isLong && "max-[25rem]:hidden")} />;
}

/** The display currency. Charges stay in the company's currency, which is listed first. */
export function CurrencySwitch({ isLong = false }: { isLong?: boolean }) {
  const { t } = useLingui();
  const { tenant, displayCurrencies } = siteConfig();
  const chosen = useCurrency()?.currency ?? tenant.currency;
  const codes = [tenant.currency, ...displayCurrencies.map((item) => item.currency)];
  if (codes.length === 1) return null;
  return (
    <span
      className={clsx(
        currencyClass,
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2",
        isLong ? "mt-3 border border-snow/40 px-4 outline-snow hover:bg-snow/10" : currencyInHeader,
      )}
    >
      <span aria-hidden>{isLong ? `${chosen} – ${formatCurrencyName(chosen)}` : chosen}</span>
      <CurrencyArrow isLong={isLong} />
      {/* A native select, which fits every phone; the choice is shown below it in short form. */}
      <select
        aria-label={t`Show prices in`}
        className="absolute inset-0 size-full cursor-pointer appearance-none text-base text-ink opacity-0"
        value={chosen}
        onChange={(event) => chooseCurrency(event.target.value)}
      >
        {codes.map((code) => (
          <option key={code} value={code}>
            {`${code} – ${formatCurrencyName(code)}`}
          </option>
        ))}
      </select>
    </span>
  );
}
