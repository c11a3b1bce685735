import { clsx } from "clsx";
import { statusName } from "@/features/console/shared/statuses";
import type { Status } from "../api";

const looks: Record<Status, string> = {
  pending: "bg-accent/15 text-ink ring-accent/50",
  confirmed: "bg-sky text-ink ring-ridge",
  active: clsx("bg-pine text-on-pine ring-pine"),
  completed: "bg-stone text-slate ring-line",
  cancelled: clsx("bg-panel text-muted ring-line line-through"),
};

export function StatusBadge({ status }: { status: Status }) {
  return (
    <span
      className={clsx(
        "inline-flex whitespace-nowrap rounded-full px-2.5 py-0.5 text-xs font-semibold ring-1 ring-inset",
        looks[status],
      )}
    >
      {statusName(status)}
    </span>
  );
}
