import { Plural, Trans } from "@lingui/react/macro";
import { type MouseEvent, type ReactNode, useLayoutEffect } from "react";
import { Button } from "@/components/ui/button";
import type { RunningTotal } from "../use-total";
import { TotalFigure, useTotalMark } from "./total-figure";

interface Props {
  total: RunningTotal;
  onBack?: (() => void) | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** The next button, with the total on a phone, always visible. */
export function StepBar({ total, onBack, disabled = false, children }: Props) {
  const mark = useTotalMark(total);
  // Not `:has(.step-bar)`: the browser would re-evaluate it for every added element.
  useLayoutEffect(() => {
    document.documentElement.classList.add("with-step-bar");
    return () => document.documentElement.classList.remove("with-step-bar");
  }, []);
  return (
    <div className="step-bar sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-col gap-2 rounded-b-3xl border-t border-line bg-panel px-4 py-3 sm:static sm:m-0 sm:border-0 sm:p-0 sm:col-span-2">
      {total.state !== "none" && (
        <p className="flex items-baseline justify-between gap-3 sm:hidden">
          <span className="text-sm text-slate">
            {total.price ? (
              <Plural value={total.price.days} one="Total for # day" other="Total for # days" />
            ) : (
              <Trans>Total</Trans>
            )}
            {mark && <span className="ml-2 text-xs text-muted">{mark}</span>}
          </span>
          <TotalFigure total={total} className="text-lg" />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            <Trans context="to the step before">Back</Trans>
          </Button>
        )}
        <Button type="submit" className="grow" disabled={disabled} onMouseDown={keepFocus}>
          {children}
        </Button>
      </div>
    </div>
  );
}

/**
 * Prevents the button from taking the focus on pointer down: a blurred field may show its error, which would move the
 * button away from the pointer.
 */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
