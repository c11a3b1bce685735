import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatNumber, formatPercent } from "@/lib/format";
import { sizeQuery } from "./api";

/** How long it takes to find what is worth finding, from how the quiz did lately. */
export function SizeHint({ shares, days }: { shares: number[]; days: number }) {
  const { data } = useQuery(sizeQuery(shares));
  if (!data) return null;
  const past = data.pastDays;
  const lift = formatPercent(100 * data.lift, 0);
  const sessions = formatNumber(data.sessions ?? 0);
  const needed = formatNumber(data.sessionsNeeded ?? 0);
  const long = formatNumber(data.daysNeeded ?? 0);
  return (
    <p role="status" className="rounded-xl bg-stone p-3 text-sm">
      {data.sessions == null ? (
        <Trans>The duration can’t be estimated right now: analytics is unavailable.</Trans>
      ) : data.daysNeeded == null ? (
        <Trans>The last {past} days had too few bookings after the quiz to say how long it takes.</Trans>
      ) : (
        <>
          <Trans>
            A difference of {lift} is found after about {needed} sessions: some {long} days, at the {sessions}{" "}
            sessions of the last {past} days.
          </Trans>{" "}
          {data.daysNeeded > days && (
            <strong>
              <Trans>That is longer than you plan: only a larger difference would be found.</Trans>
            </strong>
          )}
        </>
      )}
    </p>
  );
}
