import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { formatClock, formatExactMoment } from "@/lib/format";
import type { Freshness } from "../rules/freshness";
import { silentMilliseconds } from "../rules/freshness";

interface Props extends Freshness {
  timezone: string;
}

/** Says what the page does, whether that is still true, and how old the figures are. */
export function LiveBadge({ checkedAt, completeUntil, behind, timezone }: Props) {
  const { t } = useLingui();
  const isSilent = useSilence(checkedAt);
  const late = behind || isSilent;
  const isToday = Math.abs(Date.now() - completeUntil) < 12 * 3_600_000;
  const time = (isToday ? formatClock : formatExactMoment)(completeUntil, timezone);
  return (
    <div className="text-sm">
      <p
        role="status"
        className={clsx(
          "inline-flex items-center gap-2 rounded-full border px-3 py-1.5 font-medium",
          late ? "border-danger bg-panel text-danger" : "border-line bg-panel",
        )}
      >
        <span
          aria-hidden
          className={clsx("size-2.5 rounded-full", late ? "bg-danger" : checkedAt ? "bg-pine" : "bg-ridge")}
        />
        {late
          ? t`Not live right now. Showing the last known figures.`
          : t`Live Analytics - Updates every 5 seconds`}
      </p>
      <p className="tabular mt-1 min-h-4 px-1 text-xs text-muted">
        {completeUntil > 0 &&
          (late ? t`Complete until ${time} (${timezone})` : t`Last update ${time} (${timezone})`)}
        {late && completeUntil === 0 && t`No data received yet`}
      </p>
    </div>
  );
}

/** Whether polls have been silent for too long, without an error: a sleeping computer, a dead network. */
function useSilence(checkedAt: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return checkedAt > 0 && now - checkedAt > silentMilliseconds;
}
