import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { formatDay, formatTime } from "@/lib/format";
import { loadDay } from "./api";
import { YardCard } from "./components/yard-card";
import { useUnsettled } from "./use-outbox";

/** Today's handovers and returns. */
export function Component() {
  const { t } = useLingui();
  const day = useQuery({
    queryKey: ["yard", "day"],
    queryFn: loadDay,
    networkMode: "always",
    refetchInterval: 30_000,
    staleTime: 0,
  });
  const records = useUnsettled(day.refetch);
  const [onlyMine, setOnlyMine] = useState(false);
  if (day.isPending) return <Skeleton className="h-96" />;
  if (!day.data) return <Problem error={day.error} onRetry={() => void day.refetch()} />;
  const { value, since } = day.data;
  const waits = (bookingId: string, kind: string) =>
    records.some((each) => each.bookingId === bookingId && each.body.kind === kind);
  const hasMine = value.items.some((each) => each.isMine);
  const items = value.items.filter((each) => !(onlyMine && hasMine) || each.isMine);
  const open = items.filter((each) => each.doneAt === null && !waits(each.bookingId, each.kind));
  const waiting = items.filter((each) => each.doneAt === null && waits(each.bookingId, each.kind));
  const groups = [
    { title: t`To hand over`, items: open.filter((each) => each.kind === "handover") },
    { title: t`Coming back`, items: open.filter((each) => each.kind === "return") },
    { title: t`Waiting on this phone`, items: waiting },
    { title: t`Done`, items: items.filter((each) => each.doneAt !== null) },
  ];
  return (
    <>
      <h1 className="text-2xl font-bold">{formatDay(value.day)}</h1>
      {since !== null && (
        <p className="mt-1 text-sm text-slate">
          <Trans>As of {{ time: formatTime(new Date(since).toISOString()) }}, when last online.</Trans>
        </p>
      )}
      {hasMine && (
        <label className="mt-2 flex min-h-11 w-fit items-center gap-2 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={onlyMine}
            onChange={(event) => setOnlyMine(event.target.checked)}
          />
          <Trans>Only mine</Trans>
        </label>
      )}
      {open.length + waiting.length === 0 && (
        <EmptyState title={t`Nothing left for today`}>
          <p>
            <Trans>Today's handovers and returns appear here.</Trans>
          </p>
        </EmptyState>
      )}
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <section key={title} className="mt-6">
            <h2 className="font-bold text-slate">{title}</h2>
            <ul className="mt-2 grid gap-3">
              {items.map((item) => (
                <YardCard key={`${item.bookingId} ${item.kind}`} item={item} isOpen={open.includes(item)} />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
