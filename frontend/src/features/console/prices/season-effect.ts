import { plural } from "@lingui/core/macro";
import { formatNumber } from "@/lib/format";
import type { Season } from "./rules";

/** What a season does to prices, in few words. */
export function seasonEffect({ percent, rates }: Season): string {
  const own = Object.keys(rates).length;
  const sign = percent > 0 ? "+" : "−";
  const texts = percent === 0 ? [] : [`${sign}${formatNumber(Math.abs(percent))} %`];
  if (own > 0) texts.push(plural(own, { one: "own prices of # car", other: "own prices of # cars" }));
  return texts.join(" · ");
}
