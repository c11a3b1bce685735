import { Trans, useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatNumber } from "@/lib/format";
import { spanOf } from "./rules";

type Time = components["schemas"]["TimeToBook"];

/** How long visits take from their first page to the booking. */
export function TimeToBook({ time }: { time: Time }) {
  const { t } = useLingui();
  const span = (seconds: number) => {
    const { value, unit } = spanOf(seconds);
    const count = formatNumber(value);
    if (unit === "second") return t`${{ count }} s`;
    return unit === "minute" ? t`${{ count }} min` : t`${{ count }} h`;
  };
  const most = Math.max(1, ...time.buckets.map(({ bookings }) => bookings));
  const { quarter, median, threeQuarters } = time;
  const names = time.buckets.map(({ untilMinutes }, at) => {
    const before = time.buckets[at - 1]?.untilMinutes ?? 0;
    if (untilMinutes === null) return t`over ${{ time: span(before * 60) }}`;
    if (before === 0) return t`under ${{ time: span(untilMinutes * 60) }}`;
    return t`${{ from: span(before * 60) }} to ${{ until: span(untilMinutes * 60) }}`;
  });
  return (
    <div>
      <h3 className="font-bold">
        <Trans>Time to booking</Trans>
      </h3>
      <p className="mt-0.5 text-sm text-slate">
        {median === null || quarter === null || threeQuarters === null ? (
          <Trans>Too few bookings to tell.</Trans>
        ) : (
          <Trans>
            Half of the bookings came within {{ median: span(median) }} of the first page; the middle half
            within {{ quarter: span(quarter) }} to {{ most: span(threeQuarters) }}.
          </Trans>
        )}
      </p>
      <ol className="mt-3 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-xs">
        {time.buckets.map(({ untilMinutes, bookings }, at) => (
          <li key={untilMinutes ?? "open"} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="text-slate">{names[at]}</span>
            <span className="flex h-3.5">
              <span className="rounded-sm bg-pine" style={{ width: `${(100 * bookings) / most}%` }} />
            </span>
            <span className="tabular text-right">{formatNumber(bookings)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
