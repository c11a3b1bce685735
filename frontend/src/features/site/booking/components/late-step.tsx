import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentType, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { late, NotLoaded } from "@/components/ui/late-part";

interface Leavable {
  onBack: () => void;
}

/** A step whose code comes once it is reached, if it is not here before. Offline it can be asked for again. */
export function lateStep<P extends Leavable>(load: () => Promise<ComponentType<P>>) {
  return late(load, (props, askAgain) =>
    askAgain ? <Missing onRetry={askAgain} onBack={props.onBack} /> : <Waiting />,
  );
}

/** As tall as a step: who comes back is led to where they were before its code is here. */
function Waiting() {
  const { t } = useLingui();
  return <div role="status" aria-label={t`Loading`} className="h-[180rem]" />;
}

function Missing({ onRetry, onBack }: Leavable & { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    // What was pressed is gone with its step.
    <div ref={takeFocus} tabIndex={-1} className="grid gap-4 py-6 outline-none">
      <p role="alert">
        <NotLoaded /> <Trans>Everything you entered is kept.</Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={onBack}>
          <Trans context="to the step before">Back</Trans>
        </Button>
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}

function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
