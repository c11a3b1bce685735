import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { WithAccess } from "@/components/console/with-access";
import type { BookingDetail, Transition } from "../api";
import { useConfirming } from "../desk/use-confirming";
import { progressText, type Step, steps } from "../rules/steps";
import { useTransitions } from "../use-transitions";
import { CancelDialog } from "./cancel-dialog";
import { OffDayDialog } from "./off-day-dialog";
import { StepBackDialog } from "./step-back-dialog";
import { StepCell } from "./step-cell";
import { TimeLeft } from "./time-left";

interface Props {
  booking: BookingDetail;
  timezone: string;
}

/**
 * A booking's status steps and the next actions. Each step has a fixed place where its result replaces the button, so
 * that a double click does nothing.
 */
export function ProgressCard({ booking, timezone }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Transition | "cancel" | "back" | null>(null);
  const confirming = useConfirming(booking);
  const change = useTransitions(booking, () => setOpen(null));
  const result = useRef<HTMLParagraphElement>(null);
  const acted = useRef(false);
  const { status, stepBack } = booking;
  // The pressed button is removed: the focus moves to its result.
  useEffect(() => {
    if (acted.current && status) result.current?.focus({ preventScroll: true });
    acted.current = false;
  }, [status]);

  function take(transition: Transition) {
    if (change.isPending) return;
    if (transition.questions.length > 0) {
      setOpen(transition);
      return;
    }
    acted.current = true;
    const confirm = (vehicleId?: string) => change.mutate({ to: transition.toStatus, vehicleId });
    if (transition.toStatus === "confirmed") void confirming.ask(confirm);
    else confirm();
  }

  const transitionTo = (step: Step) => booking.transitions.find(({ toStatus }) => toStatus === step.status);
  return (
    <section aria-label={t`Progress`} className="mt-5 rounded-card border border-line bg-panel p-5">
      <ol className="grid grid-cols-1 gap-x-6 gap-y-2 xl:grid-cols-3">
        {steps.map((step, index) => (
          <StepCell
            key={step.status}
            step={step}
            number={index + 1}
            booking={booking}
            timezone={timezone}
            transition={transitionTo(step)}
            isBusy={change.isPending || confirming.isAsking}
            onTake={take}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-3">
        <div className="flex min-w-0 grow basis-60 flex-wrap items-baseline gap-x-3">
          <p
            ref={result}
            tabIndex={-1}
            role="status"
            data-result
            className="tabular rounded-lg py-2 text-sm font-medium"
          >
            {progressText(booking, timezone)}
          </p>
          {/* Below the steps: changes above would move them. */}
          <TimeLeft until={booking.cancelsAt} />
        </div>
        <WithAccess>
          <div className="-mx-3 flex flex-wrap">
            {stepBack && (
              <button type="button" className={quietClass} onClick={() => setOpen("back")}>
                <Undo2 aria-hidden size={16} />
                {status === "cancelled" ? t`Undo cancellation` : t`Revert`}
              </button>
            )}
            {booking.nextStatuses.includes("cancelled") && (
              <button type="button" className={quietClass} onClick={() => setOpen("cancel")}>
                <Trans>Cancel booking</Trans>
              </button>
            )}
          </div>
        </WithAccess>
      </div>
      {confirming.dialog}
      {open === "cancel" && (
        <CancelDialog
          booking={booking}
          onConfirm={(reason) => change.send({ to: "cancelled", reason })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "back" && stepBack && (
        <StepBackDialog
          booking={booking}
          stepBack={stepBack}
          onConfirm={(reason) => change.send({ to: stepBack.toStatus, reason, isBack: true })}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && typeof open === "object" && open.questions.length > 0 && (
        <OffDayDialog
          questions={open.questions}
          onConfirm={(acknowledged, reason) => change.send({ to: open.toStatus, reason, acknowledged })}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

const quietClass = clsx(
  "inline-flex min-h-11 items-center gap-2 rounded-xl px-3 text-sm font-medium text-slate hover:bg-stone",
);
