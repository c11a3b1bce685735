import type { ComponentType } from "react";
import { lazy, Suspense, useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { LanguageOffer } from "@/components/layout/language-offer";
import { SkipLink } from "@/components/layout/skip-link";
import { paths } from "@/config/paths";
import { flush, flushOnLeave } from "@/features/site/shared/outbox";
import { ConsentBar } from "@/features/site/shared/tracking/consent-bar";
import { markRefusal } from "@/lib/consent";
import { loadCatalogues } from "@/lib/i18n";
import { showPageHead } from "./page-head";

const Offline = lazy(loadOffline);

/** What all pages share. Admins are not asked about advertising. */
export function SiteFrame() {
  const location = useLocation();
  useEffect(() => showPageHead(location.pathname), [location.pathname]);
  useJourney();
  const isAdmin = location.pathname.startsWith(paths.admin.home);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each history entry
  useEffect(markRefusal, [location.key]);
  // Quiz calls that could not be sent follow from any page, also after the quiz.
  useEffect(() => {
    void flush();
    window.addEventListener("online", flush);
    window.addEventListener("pagehide", flushOnLeave);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("pagehide", flushOnLeave);
    };
  }, []);
  return (
    <>
      {/* A page opens at its top, the way back leads to where one was. Admins filter in place. */}
      {!isAdmin && <ScrollRestoration />}
      {!isAdmin && <SkipLink />}
      {!isAdmin && <LanguageOffer />}
      {!isAdmin && <ConsentBar />}
      {!isAdmin && (
        <Suspense>
          <Offline />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}

/** Reports the steps of this visit to the server, after the page has rendered and without blocking it. */
function useJourney(): void {
  const location = useLocation();
  useEffect(() => {
    const note = () =>
      import("./journey-steps").then(
        ({ noteSteps }) => noteSteps(location),
        () => undefined,
      );
    const timer = window.setTimeout(note, 200);
    return () => window.clearTimeout(timer);
  }, [location]);
}

/** Code and texts of what works without a network, once the page is there: nothing waits for it. */
async function loadOffline(): Promise<{ default: ComponentType }> {
  try {
    if (document.readyState !== "complete") {
      await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
    }
    const [offline] = await Promise.all([
      import("@/features/site/shared/offline/kept-notice"),
      loadCatalogues("after"),
    ]);
    return { default: offline.Offline };
  } catch {
    return { default: () => null };
  }
}
