import { Trans } from "@lingui/react/macro";
import { formatWeekday } from "@/lib/format";
import type { Place } from "@/lib/site-config";
import { hoursLines } from "../rules";

/** The hours of a week, as few lines as they need. */
export function OpeningHours({ hours }: { hours: Place["openingHours"] }) {
  const lines = hoursLines(hours);
  if (lines.length === 0) return <Trans>At any hour</Trans>;
  return (
    <ul>
      {lines.map(({ from, to, times }) => (
        <li key={from} className="flex flex-wrap gap-x-3">
          <span>{from === to ? formatWeekday(from) : `${formatWeekday(from)} – ${formatWeekday(to)}`}</span>
          <span className="tabular font-semibold">
            {times.length === 0 ? (
              <Trans comment="A place that is not open on this day">closed</Trans>
            ) : (
              times.map(({ opens, closes }) => `${opens}–${closes}`).join(", ")
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  /** For the way there and back again; null: it costs nothing. */
  fee: string | null;
}

/** What it costs to get the car here and to leave it here. */
export function HandoverFee({ fee }: Props) {
  return (
    <p className="mt-1 text-ink">
      {fee === null ? (
        <Trans>No fee for pickup and return here.</Trans>
      ) : (
        <Trans>Pickup and return here: {fee} per rental.</Trans>
      )}
    </p>
  );
}
