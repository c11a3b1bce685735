import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { formatPercent, formatShortDay } from "@/lib/format";
import type { CompanyRates, PromoCode } from "./api";

export const stateWords: Record<PromoCode["state"], MessageDescriptor> = {
  usable: msg({ message: "Works", context: "state of a promo code" }),
  off: msg({ message: "Switched off", context: "state of a promo code" }),
  partner_paused: msg({ message: "Affiliate paused", context: "state of a promo code" }),
  not_yet: msg({ message: "Not started yet", context: "state of a promo code" }),
  over: msg({ message: "Expired", context: "state of a promo code" }),
  used_up: msg({ message: "Used up", context: "state of a promo code" }),
};

/** When a code works, such as "1 Jul 2026 to 31 Jul 2026". */
export function periodWords({ firstDay, lastDay }: Pick<PromoCode, "firstDay" | "lastDay">): string {
  const first = firstDay && formatShortDay(firstDay);
  const last = lastDay && formatShortDay(lastDay);
  if (first && last) return t`${first} to ${last}`;
  if (first) return t`from ${first}`;
  return last ? t`until ${last}` : t`at any time`;
}

export function usesWords({ uses, maximumUses }: Pick<PromoCode, "uses" | "maximumUses">): string {
  if (maximumUses !== null)
    return plural(maximumUses, { one: `${uses} of # use`, other: `${uses} of # uses` });
  return plural(uses, { one: "# use", other: "# uses" });
}

/** What guests save and what its affiliate earns; the company's own code earns no one anything. */
export function ratesWords(code: PromoCode, company: CompanyRates): string {
  const discount = formatPercent(code.discountPercent ?? company.discountPercent, 2);
  if (!code.affiliateId) return t`${discount} off`;
  const commission = formatPercent(code.commissionPercent ?? company.commissionPercent, 2);
  return t`${discount} off, ${commission} commission`;
}
