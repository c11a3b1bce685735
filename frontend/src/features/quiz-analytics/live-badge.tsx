import { clsx } from "clsx";

interface Props {
  /** When the last answer came, on this computer's clock in milliseconds; 0 before the first. */
  checkedAt: number;
  /** The newest moment that is included, as the server says; null before anything is. */
  dataThrough: string | null | undefined;
  stale: boolean;
  failed: boolean;
  timezone: string;
}

/** Says what the page does, whether that is still true, and how old the figures are. */
export function LiveBadge({ checkedAt, dataThrough, stale, failed, timezone }: Props) {
  const late = stale || failed;
  const time = (moment: Date) => {
    const isToday = Math.abs(Date.now() - moment.getTime()) < 12 * 3_600_000;
    return new Intl.DateTimeFormat("en-GB", {
      ...(isToday ? {} : { dateStyle: "medium" }),
      timeStyle: "medium",
      timeZone: timezone,
    }).format(moment);
  };
  // While all is well an unchanged answer is not sent again: what was asked last includes everything until then.
  const through = late ? dataThrough && new Date(dataThrough) : checkedAt ? new Date(checkedAt) : null;
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
          ? "Not live right now: these are the last known figures"
          : "Live Analytics - Updates every 5 seconds"}
      </p>
      <p className="tabular mt-1 min-h-4 px-1 text-xs text-muted">
        {through && `${late ? "Complete until" : "Last update"} ${time(through)} (${timezone})`}
        {late && !dataThrough && "Nothing has been received yet"}
      </p>
    </div>
  );
}
