import type { MouseEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface Props {
  /** What the price below is, such as "Total". */
  label: string;
  price: string | null;
  onBack?: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** The way on, and on a phone the price beside it, always in sight. */
export function StepBar({ label, price, onBack, disabled = false, children }: Props) {
  return (
    <div className="step-bar sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-col gap-2 rounded-b-3xl border-t border-line bg-white px-5 py-3 sm:static sm:m-0 sm:border-0 sm:p-0 sm:col-span-2">
      {price && (
        <p className="flex items-baseline justify-between sm:hidden">
          <span className="text-sm text-slate">{label}</span>
          <span className="tabular text-lg font-bold">{price}</span>
        </p>
      )}
      <div className="flex gap-3">
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            Back
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
 * Pressing the button takes no focus from the field before it is clicked: leaving a field may show its error, and
 * the button would then move away from under the pointer.
 */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
