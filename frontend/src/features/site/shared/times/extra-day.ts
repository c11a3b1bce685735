import { plural, t } from "@lingui/core/macro";
import { daysBetween, rentalDays } from "@/lib/dates";

type Period = Parameters<typeof rentalDays>[0];

interface ExtraDay {
  days: number;
  /** The number of days between the dates. */
  between: number;
  /** Whether a rental without the extra day is long enough. */
  isAvoidable: boolean;
}

function extraDay(period: Period, minimumDays: number): ExtraDay | null {
  const days = rentalDays(period);
  const between = daysBetween(period.pickupDate, period.returnDate);
  return days < 1 || days <= between ? null : { days, between, isAvoidable: between >= minimumDays };
}

/** How to avoid the extra day; empty where the rental would be too short. */
function wayOut({ between, isAvoidable }: ExtraDay, time: string): string {
  if (!isAvoidable) return "";
  return ` ${plural(between, { one: `Return by ${time} for # day.`, other: `Return by ${time} for # days.` })}`;
}

/** Why there is an extra day, and how to avoid it; null without one. */
export function extraDayNote(period: Period, minimumDays: number): string | null {
  const extra = extraDay(period, minimumDays);
  if (!extra) return null;
  const why = plural(extra.days, {
    one: "# day, because you return later in the day than you pick up.",
    other: "# days, because you return later in the day than you pick up.",
  });
  return why + wayOut(extra, period.pickupTime);
}

/** The same beside the number of days. */
export function extraDayReason(period: Period, minimumDays: number): string | null {
  const extra = extraDay(period, minimumDays);
  if (!extra) return null;
  return t`Because you return later in the day than you pick up.` + wayOut(extra, period.pickupTime);
}
