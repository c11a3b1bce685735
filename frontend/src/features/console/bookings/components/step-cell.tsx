import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import type { BookingDetail, Transition } from "../api";
import { lastChangeTo, type Step, stateOf } from "../rules/steps";

interface Props {
  booking: BookingDetail;
  timezone: string;
  step: Step;
  number: number;
  transition: Transition | undefined;
  isBusy: boolean;
  onTake: (transition: Transition) => void;
}

/** One step. Of the same height whether it was taken, can be taken, or comes later; a button fills its row. */
export function StepCell({ step, number, booking, timezone, transition, isBusy, onTake }: Props) {
  const { t } = useLingui();
  const state = stateOf(booking, step);
  const change = state === "done" ? lastChangeTo(booking.history, step.status) : undefined;
  const by = change?.adminName ? ` · ${change.adminName}` : "";
  return (
    <li className="flex h-12 items-center gap-3">
      <div className={clsx("flex min-w-0 items-center gap-3", !transition && "grow")}>
        <span
          aria-hidden
          className={clsx(
            "grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold",
            state === "done" && "bg-pine text-on-pine",
            state === "next" && "ring-2 ring-pine ring-inset",
            state === "later" && "bg-stone text-muted",
          )}
        >
          {state === "done" ? <Check size={18} /> : number}
        </span>
        {!transition && (
          <p className="min-w-0 grow text-sm">
            <span className={clsx("block truncate font-semibold", state === "later" && "text-muted")}>
              {t(step.done)}
            </span>
            <span className="tabular block truncate text-xs leading-5 text-muted">
              {change ? `${formatMoment(change.createdAt, timezone)}${by}` : planned(booking, step, timezone)}
            </span>
          </p>
        )}
      </div>
      {transition && (
        <Button aria-disabled={isBusy} className="max-w-xs grow" onClick={() => onTake(transition)}>
          {t(step.action)}
        </Button>
      )}
    </li>
  );
}

/** When a step is due, if there is a day for it. */
function planned(booking: BookingDetail, step: Step, timezone: string): string {
  if (booking.status === "cancelled") return "";
  if (step.status === "active") return t`due ${{ moment: formatMoment(booking.pickupAt, timezone) }}`;
  if (step.status === "completed") return t`due ${{ moment: formatMoment(booking.returnAt, timezone) }}`;
  return booking.cancelsAt ? t`until ${{ moment: formatMoment(booking.cancelsAt, timezone) }}` : "";
}
