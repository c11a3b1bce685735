import { t } from "@lingui/core/macro";
import { siteConfig } from "./site-config";

/** Separator between the names of car and season in a line's label. */
export const separator = " · ";
/** The prefix of a handover place's code in a line's code. */
export const pickupAt = "handover:pickup:";
export const returnAt = "handover:return:";

/** The label of a price line in the reader's language: by its code, because the stored label has one language. */
export function lineLabel({ code, label }: { code: string; label: string }): string {
  const { insurance, services, seasons } = siteConfig();
  const [name, season] = label.split(separator);
  const seasonName = season && seasons.find((item) => code.split("/")[0] === `car:${item.code}`)?.name;
  const place = handoverLabel(code, label);
  if (place) return place;
  const own = ownLineLabel(code, seasonName ? `${name}${separator}${seasonName}` : label);
  if (own) return own;
  const cover = insurance.find((item) => `insurance:${item.code}` === code);
  return (cover ?? services.find((item) => item.code === code))?.label ?? label;
}

/** The label of a handover fee: the place in the reader's language, if it is still offered. */
function handoverLabel(code: string, label: string): string | undefined {
  const isPickup = code.startsWith(pickupAt);
  if (!isPickup && !code.startsWith(returnAt)) return undefined;
  const named = code.slice((isPickup ? pickupAt : returnAt).length);
  const places = siteConfig().locations.flatMap(({ handoverPlaces }) => handoverPlaces);
  const place = places.find((each) => each.code === named)?.name ?? label;
  return isPickup ? t`Pickup: ${place}` : t`Return: ${place}`;
}

/** Labels of the product, by code; `label` is the company's own part. */
function ownLineLabel(code: string, label = ""): string | undefined {
  if (/^car([:/]|$)/.test(code)) return carLabel(code, label);
  if (code === "delivery") return t`Delivery and collection`;
  if (code === "promo") return t`Promo discount`;
  if (code === "discount") return t`Discount`;
  if (code === "out-of-hours:pickup") return t`Pickup out of hours`;
  if (code === "out-of-hours:return") return t`Return out of hours`;
  if (code === "young-driver") return t`Young driver`;
  return undefined;
}

/** Days of a car, with the reasons for their price in addition to the season. */
function carLabel(code: string, label: string): string {
  let what = label;
  if (code.includes("/weekend")) what = t`${what}, weekend`;
  if (code.includes("/last-minute")) what = t`${what}, last minute`;
  return what;
}
