import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { formatMonth, formatPercent } from "@/lib/format";
import { type Cut, none, type Source } from "./view";

export const cutNames: Record<Cut, MessageDescriptor> = {
  model: msg({ message: "Model", context: "what a report is cut by" }),
  vehicle: msg({ message: "Vehicle", context: "what a report is cut by" }),
  month: msg({ message: "Month", context: "what a report is cut by" }),
  place: msg({ message: "Pickup", context: "what a report is cut by" }),
  source: msg({ message: "Source", context: "what a report is cut by" }),
  campaign: msg({ message: "Campaign", context: "what a report is cut by" }),
  affiliate: msg({ message: "Affiliate", context: "what a report is cut by" }),
  answer: msg({ message: "Quiz answer", context: "what a report is cut by" }),
};

const sourceNames: Record<Source, MessageDescriptor> = {
  affiliate: msg({ message: "Affiliate", context: "source of a booking" }),
  campaign: msg({ message: "Campaign", context: "source of a booking" }),
  quiz: msg({ message: "Quiz", context: "source of a booking" }),
  organic: msg({ message: "Organic", context: "source of a booking" }),
  phone: msg({ message: "By phone", context: "source of a booking" }),
  chat: msg({ message: "By chat", context: "source of a booking" }),
  walk_in: msg({ message: "At the desk", context: "source of a booking" }),
};

const without: Record<Cut, MessageDescriptor> = {
  model: msg`Not in the catalogue`,
  vehicle: msg`No vehicle assigned`,
  month: msg`No month`,
  place: msg`No place`,
  source: msg`No source`,
  campaign: msg`No campaign`,
  affiliate: msg`No affiliate`,
  answer: msg`No answer`,
};

type State = components["schemas"]["ListedRental"]["state"];

const stateNames: Record<State, MessageDescriptor> = {
  driven: msg({ message: "Driven", context: "state of a rental" }),
  booked: msg({ message: "Booked", context: "state of a rental" }),
  pending: msg({ message: "To be confirmed", context: "state of a rental" }),
  cancelled: msg({ message: "Cancelled", context: "state of a rental" }),
  no_show: msg({ message: "No-show", context: "state of a rental" }),
};

export function stateName(state: State): string {
  return i18n._(stateNames[state]);
}

export function sourceName(source: Source): string {
  return i18n._(sourceNames[source]);
}

/** A month of a key such as 2026-06: June, or June 2026 where years differ. */
export function monthName(key: string, withYear: boolean): string {
  const name = formatMonth(Number(key.slice(5)));
  return withYear ? `${name} ${key.slice(0, 4)}` : name;
}

/** What a row is called. */
export function rowName(cut: Cut, row: { key: string; label?: string | null }): string {
  if (row.key === none) return i18n._(without[cut]);
  if (cut === "source") return sourceName(row.key as Source);
  if (cut === "month") return monthName(row.key, true);
  return row.label ?? (cut === "affiliate" ? row.key.slice(-6) : row.key);
}

/** How an amount moved: +12%. Undefined with nothing before. */
export function changeText(now: number, before: number): string | undefined {
  if (before <= 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${formatPercent(Math.abs(percent))}`;
}
