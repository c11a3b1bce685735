import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { statusName } from "@/features/console/shared/statuses";
import type { Status } from "../api";
import { statuses } from "../rules/filters";

interface Props {
  chosen: Status | undefined;
  /** How many bookings wait to be confirmed; undefined while that is not known. */
  pending: number | undefined;
  onChoose: (status: Status | undefined) => void;
}

/** One status at a time, or all. */
export function StatusTabs({ chosen, pending, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <fieldset className="-mx-4 min-w-0 mt-5 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:px-0">
      <legend className="sr-only">
        <Trans>Status</Trans>
      </legend>
      {[undefined, ...statuses].map((status) => (
        <button
          key={status ?? "all"}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => onChoose(status)}
          className={clsx(
            "min-h-11 shrink-0 rounded-full px-4 text-sm font-semibold",
            chosen === status ? "bg-ink text-snow" : "text-slate hover:bg-stone",
          )}
        >
          {status ? statusName(status) : t({ message: "All", context: "bookings of any status" })}
          {status === "pending" && pending ? <span className="tabular"> {pending}</span> : null}
        </button>
      ))}
    </fieldset>
  );
}
