import { plural, t } from "@lingui/core/macro";
import { blockKinds } from "@/features/console/shared/fleet";
import { statusName } from "@/features/console/shared/statuses";
import { formatShortMoment } from "@/lib/format";
import type { Bar } from "./api";

/** The label of a bar: the customer, or why the vehicle is blocked. */
export function barName(bar: Bar): string {
  if (bar.kind === "booking") return bar.customerName || bar.reference || bar.title;
  if (bar.isImported) return t`${{ calendar: bar.title }}: reserved`;
  return bar.title || t(blockKinds[bar.kind]);
}

export function barState(bar: Bar): string {
  if (bar.isOverdue) return t`Overdue`;
  if (bar.isImported) return t`Imported calendar`;
  if (bar.kind !== "booking") return t(blockKinds[bar.kind]);
  return bar.status ? statusName(bar.status) : "";
}

export function periodText(startsAt: string, endsAt: string): string {
  const from = formatShortMoment(startsAt);
  const until = formatShortMoment(endsAt);
  return t`${from} – ${until}`;
}

export function gapText(hours: number): string {
  if (hours < 48) return plural(hours, { one: "free for # hour", other: "free for # hours" });
  return plural(Math.floor(hours / 24), { one: "free for # day", other: "free for # days" });
}

/** A bar for who does not see it. */
export function barLabel(bar: Bar): string {
  return [barName(bar), bar.reference, barState(bar), periodText(bar.startsAt, bar.endsAt)]
    .filter(Boolean)
    .join(", ");
}
