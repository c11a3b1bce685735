import { t } from "@lingui/core/macro";
import { formatDuration, formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

/** The drive between two places, in either direction, such as "5 h 30 min, 380 km"; null where it is not known. */
export function driveBetween(one: string, other: string): string | null {
  const drive = siteConfig().drivingTimes.find(
    ({ start, end }) => (start === one && end === other) || (start === other && end === one),
  );
  return drive ? formatDrive(drive) : null;
}

export function formatDrive({ minutes, kilometres }: { minutes: number; kilometres: number | null }): string {
  const duration = formatDuration(minutes);
  if (!kilometres) return duration;
  const distance = formatNumber(kilometres);
  return t`${duration}, ${distance} km`;
}
