import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { formatMonth } from "@/lib/format";
import type { Cut } from "./api";

export const cutNames: Record<Cut, MessageDescriptor> = {
  model: msg`Model`,
  vehicle: msg`Vehicle`,
  month: msg`Month`,
};

/** The month of a key such as 2026-06. */
export function monthName(key: string, withYear: boolean): string {
  const name = formatMonth(Number(key.slice(5)));
  return withYear ? `${name} ${key.slice(0, 4)}` : name;
}

/** What a row is called. */
export function rowName(cut: Cut, { key, label }: { key: string; label?: string | null }): string {
  if (cut === "month") return monthName(key, true);
  return label ?? (cut === "vehicle" ? t`No vehicle` : t`No model`);
}
