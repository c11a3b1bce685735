import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { useMe } from "@/features/console/shared/session";
import { formatDay, formatNumber, formatShortMoment } from "@/lib/format";
import { type EventTarget, previewQuery } from "./api";

/** How often what is defined happened lately, so that a wrong definition is noticed before it is saved. */
export function Preview({ target }: { target: EventTarget }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const preview = useQuery(previewQuery(target));
  if (!target.value)
    return (
      <p className="text-sm text-slate">
        <Trans>Enter a URL or a text to see how often it happened.</Trans>
      </p>
    );
  if (preview.isError) return <Problem error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeleton className="h-24" />;
  const { count, visits, booked, latest, recordedSince } = preview.data;
  return (
    <section aria-label={t`Preview`} className="rounded-2xl bg-stone p-4 text-sm" role="status">
      <p className="tabular font-semibold">
        <Plural
          value={count}
          one="Matched # time in the last 28 days"
          other="Matched # times in the last 28 days"
        />
      </p>
      {count > 0 && (
        <p className="tabular text-slate">
          <Plural value={visits} one="# visit" other="# visits" />
          {" · "}
          <Trans>{{ booked: formatNumber(booked) }} booked</Trans>
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-1">
        {latest.map(({ at, page, link, label }) => (
          <li key={`${at} ${page} ${link} ${label}`} className="flex flex-wrap gap-x-2 break-all">
            <span className="tabular text-slate">{formatShortMoment(at, timezone)}</span>
            <span>{[label, link, page].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-slate">
        {recordedSince ? (
          <Trans>
            Recorded since {{ day: formatDay(recordedSince.slice(0, 10)) }}. Pages on which visits began are
            recorded from the start.
          </Trans>
        ) : (
          <Trans>Nothing is recorded yet, except the pages on which visits began.</Trans>
        )}
      </p>
    </section>
  );
}
