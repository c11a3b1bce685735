import { countOf } from "@/lib/counts";
import type { CompanyRates, PromoCode } from "./api";

export const stateWords: Record<PromoCode["state"], string> = {
  usable: "Works",
  off: "Switched off",
  partner_paused: "Affiliate paused",
  not_yet: "Not yet begun",
  over: "Expired",
  used_up: "Used up",
};

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayWords = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`));

/** When a code works, such as "1 Jul 2026 to 31 Jul 2026". */
export function periodWords({ firstDay, lastDay }: Pick<PromoCode, "firstDay" | "lastDay">): string {
  if (firstDay && lastDay) return `${dayWords(firstDay)} to ${dayWords(lastDay)}`;
  if (firstDay) return `from ${dayWords(firstDay)}`;
  return lastDay ? `until ${dayWords(lastDay)}` : "at any time";
}

export function usesWords({ uses, maximumUses }: Pick<PromoCode, "uses" | "maximumUses">): string {
  if (maximumUses !== null) return `${uses} of ${maximumUses} uses`;
  return countOf(uses, "use");
}

/** What guests save and what its affiliate earns; the company's own code earns nobody anything. */
export function ratesWords(code: PromoCode, company: CompanyRates): string {
  const discount = `${code.discountPercent ?? company.discountPercent}% off`;
  if (!code.affiliateId) return discount;
  return `${discount}, ${code.commissionPercent ?? company.commissionPercent}% commission`;
}
