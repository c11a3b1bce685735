import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LegalLink } from "@/components/layout/legal-link";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { consentState, decideConsent, onAskedAgain } from "@/lib/consent";
import { forgetClickIds } from "./click-store";
import { knownVisitor, removeClickIdsFromUrl, takeBack } from "./take-back";
import { restartClickTracking } from "./tracking";

/**
 * Asks once, and whenever the visitor wants to decide again, for consent to storing data for advertising. Both answers
 * are one tap; booking works with either.
 * It is above the page, not over it, so it covers nothing; full-height screens leave space for it.
 */
export function ConsentBar() {
  const { t } = useLingui();
  const [state, setState] = useState(consentState);
  const bar = useRef<HTMLElement>(null);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const isAsking = state === "unknown" || isAskedAgain;
  useEffect(() => onAskedAgain(() => setAskedAgain(true)), []);
  useEffect(() => {
    if (!isAskedAgain) return;
    window.scrollTo(0, 0);
    bar.current?.focus();
  }, [isAskedAgain]);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isAsking || !element) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty("--consent-space", `${element.offsetHeight}px`));
    style.setProperty("--consent-space", `${element.offsetHeight}px`);
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty("--consent-space");
    };
  }, [isAsking]);
  if (!isAsking) return null;

  function decide(decision: "granted" | "refused") {
    const known = knownVisitor();
    decideConsent(decision);
    if (decision === "refused") {
      takeBack(known);
      forgetClickIds();
      removeClickIdsFromUrl();
    }
    // Tracked again, so that the record has the decision.
    restartClickTracking();
    setState(decision);
    setAskedAgain(false);
  }

  return (
    <section ref={bar} tabIndex={-1} aria-label={t`Privacy choice`} className="border-b border-line bg-panel">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
        <p className="grow basis-64 text-sm text-slate">
          <Trans>
            Allow cookies for ad attribution and to keep what you enter?{" "}
            <LegalLink className="underline underline-offset-4" to={paths.privacy}>
              Privacy policy
            </LegalLink>
          </Trans>
        </p>
        <div className="flex grow gap-2 sm:grow-0">
          <Button look="quiet" className="min-h-11 grow px-4 text-sm" onClick={() => decide("refused")}>
            <Trans>Decline</Trans>
          </Button>
          <Button look="quiet" className="min-h-11 grow px-4 text-sm" onClick={() => decide("granted")}>
            <Trans>Allow</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
