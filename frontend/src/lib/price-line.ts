import { t } from "@lingui/core/macro";

/** What the product itself calls a line of a price, by its code; `label` is the company's own part. The others are named by the company. */
export function ownLineLabel(code: string, label = ""): string | undefined {
  if (/^car([:/]|$)/.test(code)) return carLabel(code, label);
  if (code === "delivery") return t`Delivery and collection`;
  if (code === "promo") return t`Promo discount`;
  if (code === "discount") return t`Discount`;
  if (code === "out-of-hours:pickup") return t`Pickup out of hours`;
  if (code === "out-of-hours:return") return t`Return out of hours`;
  return undefined;
}

/** Days of a car, with what makes them cost something else beside their season. */
function carLabel(code: string, label: string): string {
  let what = label;
  if (code.includes("/weekend")) what = t`${what}, weekend`;
  if (code.includes("/last-minute")) what = t`${what}, last minute`;
  return what;
}
