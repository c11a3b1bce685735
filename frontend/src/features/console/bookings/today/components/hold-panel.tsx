import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { formatShortMoment, formatTime } from "@/lib/format";
import type { Day } from "../api";

/** Cars that visitors hold in the last step of the booking form, the first to expire first. */
export function HoldPanel({ holds }: { holds: Day["holds"] }) {
  const { t } = useLingui();
  if (holds.length === 0) return null;
  return (
    <Panel title={t`Booking now`} description={t`Visitors in the last step of the booking form.`}>
      <ul className="grid gap-2 text-sm">
        {holds.map(({ car, pickupAt, expiresAt }) => (
          <li key={`${car}${pickupAt}${expiresAt}`} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0">
              <b className="font-semibold">{car}</b>{" "}
              <span className="tabular text-slate">{formatShortMoment(pickupAt)}</span>
            </span>
            <span className="tabular text-slate">
              <Trans>held until {{ time: formatTime(expiresAt) }}</Trans>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
