import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatNumber, formatPercent, formatRate } from "@/lib/format";
import type { Experiment } from "./api";
import { analyticsUrl, nameOf } from "./rules";

const head = "px-2 py-1.5 text-right font-normal first:pl-0 first:text-left last:pr-0";
const cell = "px-2 py-1.5 text-right first:pl-0 first:text-left last:pr-0";

/** Each version with what it was shown to and what it brought. */
export function ArmsTable({ experiment }: { experiment: Experiment }) {
  const { t } = useLingui();
  const { subject } = experiment;
  const { timezone } = useMe().tenant;
  const from = todayIn(timezone, new Date(experiment.startedAt));
  const to = todayIn(timezone, new Date(experiment.endedAt ?? Date.now()));
  const count = (value: number | null | undefined) => (value == null ? "–" : formatNumber(value));
  return (
    <table className="tabular w-full text-sm" aria-label={t`Versions of the experiment`}>
      <thead className="border-b border-line text-xs text-muted">
        <tr>
          <th className={head}>
            <Trans>Version</Trans>
          </th>
          <th className={head}>
            <Trans>Share</Trans>
          </th>
          <th className={head}>{subject === "quiz" ? <Trans>Sessions</Trans> : <Trans>Visits</Trans>}</th>
          <th className={head}>
            <Trans>Booked</Trans>
          </th>
          <th className={head}>
            <Trans>Rate</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {experiment.arms.map(({ version, share, sessions, bookings }) => (
          <tr key={version}>
            <th scope="row" className={`${cell} font-semibold`}>
              {subject === "quiz" ? (
                <Link
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                  to={analyticsUrl(paths.admin.quizAnalytics, version, from, to)}
                  aria-label={t`${version} in quiz analytics`}
                >
                  {version}
                </Link>
              ) : (
                nameOf(subject, version)
              )}
            </th>
            <td className={cell}>{formatPercent(share, 0)}</td>
            <td className={cell}>{count(sessions)}</td>
            <td className={cell}>{count(bookings)}</td>
            <td className={cell}>{sessions ? formatRate((100 * (bookings ?? 0)) / sessions) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
