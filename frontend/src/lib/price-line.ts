import { t } from "@lingui/core/macro";

/** What the product itself calls a line of a price, by its code; the others are named by the company. */
export function ownLineLabel(code: string): string | undefined {
  if (code === "delivery") return t`Delivery and collection`;
  if (code === "promo") return t`Promo discount`;
  if (code === "discount") return t`Discount`;
  return undefined;
}
