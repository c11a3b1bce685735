import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatNumber, formatPercent } from "@/lib/format";
import { type Subject, sizeQuery } from "./api";

interface Props {
  subject: Subject;
  shares: number[];
  days: number;
}

/** How long it takes to find what is worth finding, from how it did lately. */
export function SizeHint({ subject, shares, days }: Props) {
  const { data } = useQuery(sizeQuery(subject, shares));
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
        <Trans>The last {past} days had too few bookings to say how long it takes.</Trans>
      ) : (
        <>
          {subject === "quiz" ? (
            <Trans>
              A difference of {lift} is found after about {needed} sessions: some {long} days, at the{" "}
              {sessions} sessions of the last {past} days.
            </Trans>
          ) : (
            <Trans>
              A difference of {lift} is found after about {needed} visits of the booking form: some {long}{" "}
              days, at the {sessions} visits of the last {past} days.
            </Trans>
          )}{" "}
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
