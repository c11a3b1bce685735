import { t } from "@lingui/core/macro";
import { formatPercent } from "@/lib/format";
import type { Comparison, Subject } from "./api";

/** A version as people call it. */
export function nameOf(subject: Subject, version: string): string {
  if (subject === "quiz") return version;
  return version === "contactFirst" ? t`Contact details first` : t`Trip first`;
}

export interface Arm {
  version: string;
  share: number;
}

export const maxArms = 4;
export const minShare = 5;

/** As even as whole numbers are: 34, 33, 33. */
export function evenShares(count: number): number[] {
  const least = Math.floor(100 / count);
  return Array.from({ length: count }, (_, place) => least + (place < 100 - least * count ? 1 : 0));
}

export const sumOf = (arms: readonly Arm[]) => arms.reduce((sum, arm) => sum + arm.share, 0);

/** Whether these can be started: shares that add up, each version once. */
export function areWhole(arms: readonly Arm[]): boolean {
  const isShare = ({ share }: Arm) => Number.isInteger(share) && share >= minShare;
  const names = new Set(arms.map(({ version }) => version));
  return arms.length >= 2 && names.size === arms.length && arms.every(isShare) && sumOf(arms) === 100;
}

/** How much better or worse, as a fraction: +12%, −3%. */
export function signed(fraction: number): string {
  const percent = Math.round(fraction * 100);
  if (percent === 0) return formatPercent(0, 0);
  return `${percent < 0 ? "−" : "+"}${formatPercent(Math.abs(percent), 0)}`;
}

type Finding = "none" | "better" | "worse" | "open";

/** What a comparison says: nothing yet, surely better, surely worse, or either. */
export function findingOf({ lift, isDecided, low }: Comparison): Finding {
  if (isDecided) return low > 0 ? "better" : "worse";
  return lift === null ? "none" : "open";
}

/** Where quiz analytics shows a version in the days of an experiment; both are local days. */
export function analyticsUrl(page: string, version: string, from: string, to: string): string {
  return `${page}?${new URLSearchParams({ quizVersion: version, from, to })}`;
}
