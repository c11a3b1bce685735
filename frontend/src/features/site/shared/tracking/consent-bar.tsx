import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { LegalLink } from "@/components/layout/legal-link";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { consentState, decideConsent, onAskedAgain } from "@/lib/consent";
import { loadCatalogues } from "@/lib/i18n";
import { forgetClickIds } from "./click-store";
import { knownVisitor, removeClickIdsFromUrl, takeBack } from "./take-back";
import { restartClickTracking } from "./tracking";

/** Few open it: its code and texts are loaded then. */
async function loadChoices() {
  const [module] = await Promise.all([import("../ad-choices/ad-choices"), loadCatalogues("after")]);
  return module.AdChoices;
}

/**
 * Asks once, and whenever the visitor wants to decide again, for consent to storing data for advertising, and what it
 * covers. All and nothing are one tap; booking works with any answer.
 * It is above the page, not over it, so it covers nothing; full-height screens leave space for it.
 */
export function ConsentBar() {
  const { t } = useLingui();
  const [state, setState] = useState(consentState);
  const bar = useRef<HTMLElement>(null);
  const [isAskedAgain, setAskedAgain] = useState(false);
  /** The two switches, once the visitor wants to choose. */
  const [choices, setChoices] = useState<ReactNode>(null);
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
    decideConsent(decision, { adUserData: true, adPersonalization: true });
    if (decision === "refused") {
      takeBack(known);
      forgetClickIds();
      removeClickIdsFromUrl();
    }
    decided(decision);
  }

  /** Without a network the bar stays as it is, and all and nothing can be chosen. */
  function choose() {
    loadChoices().then(
      (AdChoices) => setChoices(<AdChoices onSaved={() => decided("granted")} />),
      () => undefined,
    );
  }

  function decided(decision: "granted" | "refused") {
    // Tracked again, so that the record has the decision.
    restartClickTracking();
    setState(decision);
    setAskedAgain(false);
    setChoices(null);
  }

  const button = "min-h-11 grow px-2 text-sm sm:px-4";
  return (
    <section ref={bar} tabIndex={-1} aria-label={t`Privacy choice`} className="border-b border-line bg-panel">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
        <p className="grow basis-64 text-sm text-slate">
          <Trans>
            Allow cookies to keep what you enter, and to measure and personalise ads?{" "}
            <LegalLink className="underline underline-offset-4" to={paths.privacy}>
              Privacy policy
            </LegalLink>
          </Trans>
        </p>
        {choices}
        <div className="flex grow flex-wrap gap-2 sm:grow-0">
          <Button look="quiet" className={button} onClick={() => decide("refused")}>
            <Trans>Reject</Trans>
          </Button>
          {!choices && (
            <>
              <Button look="quiet" className={button} onClick={choose}>
                <Trans>Choose</Trans>
              </Button>
              <Button look="quiet" className={button} onClick={() => decide("granted")}>
                <Trans>Accept all</Trans>
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
