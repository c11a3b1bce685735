import { siteConfig } from "./site-config";

/** An amount in the company's currency: €485, or €57.50 when there are cents. */
export function formatMoney(
  amount: number,
  currency = siteConfig().tenant.currency,
  locale = siteConfig().tenant.locale,
): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
