import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { documentKinds } from "@/config/paths";
import { documentQuery } from "@/features/site/shared/document-query";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { GuideHero } from "./components/hero";
import { BestTime, Closing, GuideFaq, Journey, Lists, Special } from "./components/sections";
import { Vehicles } from "./components/vehicles";

const trackingDelayMilliseconds = 100;

export function Component() {
  const { t } = useLingui();
  const text = useQuery(documentQuery(documentKinds.guide));
  const guide = text.data?.type === "guide" ? text.data : undefined;
  useEffect(() => {
    window.scrollTo(0, 0);
    const timer = window.setTimeout(startClickTracking, trackingDelayMilliseconds);
    return () => window.clearTimeout(timer);
  }, []);
  if (text.isError) {
    return (
      <main className="grid min-h-dvh place-content-center px-4 text-center" role="alert">
        <p>
          <Trans>This guide could not be loaded.</Trans>
        </p>
        <button type="button" className="min-h-11 font-semibold underline" onClick={() => text.refetch()}>
          <Trans>Try again</Trans>
        </button>
      </main>
    );
  }
  if (!guide) return <div role="status" aria-label={t`Loading`} className="h-dvh animate-pulse bg-sky" />;
  return (
    <>
      <main>
        <GuideHero hero={guide.hero} />
        <div id="guide" className="mx-auto flex max-w-5xl scroll-mt-4 flex-col gap-16 px-4 py-14 sm:px-6">
          <Special special={guide.special} />
          <BestTime seasons={guide.bestTime} />
          <Lists
            lists={guide.preparation}
            chat={{ label: guide.professionalButton, kind: "guideInformation" }}
          />
          <Lists lists={guide.permits} />
          <Journey journey={guide.gettingThere} />
          <Vehicles vehicles={guide.vehicles} />
          <GuideFaq faq={guide.faq} />
          <Closing closing={guide.closing} />
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
