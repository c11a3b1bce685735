import { formatMoment, formatNumber } from "@/lib/format";

const units = ["B", "kB", "MB", "GB", "TB"];

/** Bytes in the largest unit that leaves a whole number before the point: 1.2 GB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${formatNumber(bytes / 1000 ** power, power ? 1 : 0)} ${units[power]}`;
}

/** A moment in UTC, which all operators share; nothing for null. */
export function formatUtc(moment: string | null): string {
  return moment ? `${formatMoment(moment, "UTC")} UTC` : "–";
}

/** `company.suspended` as Company suspended. */
export function actionName(action: string): string {
  const words = action.replace(".", " ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
