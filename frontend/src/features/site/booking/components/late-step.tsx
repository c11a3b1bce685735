import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentType, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { late, NotLoaded } from "@/components/ui/late-part";
import { loadCatalogues } from "@/lib/i18n";

interface Leavable {
  onBack: () => void;
}

/** Steps after the first screen have their own catalog, from the folder "late". */
export async function withTexts<M>(code: Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, loadCatalogues("booking-late")]);
  return module;
}

/** A step whose code loads when it is reached, if it was not prefetched. A failed load can be retried. */
export function lateStep<P extends Leavable>(load: () => Promise<ComponentType<P>>) {
  return late(load, (props, askAgain) =>
    askAgain ? <Missing onRetry={askAgain} onBack={props.onBack} /> : <Waiting />,
  );
}

/** As tall as a step, so that Back restores the scroll position before the code has loaded. */
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
    // The focused button is removed with its step.
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

/** Like a step, it starts at the top. */
function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
  if (element) window.scrollTo(0, 0);
}
