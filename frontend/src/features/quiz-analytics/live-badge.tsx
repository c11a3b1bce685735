import { clsx } from "clsx";

interface Props {
  dataThrough: string | null | undefined;
  stale: boolean;
  failed: boolean;
  timezone: string;
}

/** Says what the page does, and whether that is still true. */
export function LiveBadge({ dataThrough, stale, failed, timezone }: Props) {
  const late = stale || failed;
  const time = dataThrough
    ? new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: timezone }).format(
        new Date(dataThrough),
      )
    : "…";
  return (
    <div className="text-sm">
      <p
        role="status"
        className="inline-flex items-center gap-2 rounded-full border border-line bg-panel px-3 py-1.5 font-medium"
      >
        <span className={clsx("size-2.5 rounded-full", late ? "bg-danger" : "bg-pine")} />
        {late
          ? "Not live right now: these are the last known figures"
          : "Live Analytics - Updates every 5 seconds"}
      </p>
      <p className="tabular mt-1 px-1 text-xs text-muted">
        Everything until {time} is included ({timezone})
      </p>
    </div>
  );
}
