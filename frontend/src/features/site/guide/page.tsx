import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { OneByOne } from "@/components/ui/one-by-one";
import { documentKinds, ownPageKind } from "@/config/paths";
import { documentQuery } from "@/features/site/shared/document-query";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { BlockView } from "./components/block";
import { PageHero } from "./components/hero";

const trackingDelayMilliseconds = 100;

export function Component() {
  const { t } = useLingui();
  const { slug } = useParams();
  const text = useQuery(documentQuery(slug ? ownPageKind(slug) : documentKinds.guide));
  const document = text.data?.document;
  const guide = document?.type === "page" ? document : undefined;
  useEffect(() => {
    window.scrollTo(0, 0);
    const timer = window.setTimeout(startClickTracking, trackingDelayMilliseconds);
    return () => window.clearTimeout(timer);
  }, []);
  if (text.isError) {
    return (
      <main id="content" className="grid min-h-dvh place-content-center px-4 text-center" role="alert">
        <p>
          <Trans>Couldn't load this guide.</Trans>
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
        <PageHero hero={guide.hero} />
        <div id="guide" className="mx-auto flex max-w-5xl scroll-mt-4 flex-col gap-16 px-4 py-14 sm:px-6">
          <OneByOne>
            {guide.blocks.map((block, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity, and stay in their places
              <BlockView key={place} block={block} place={place} />
            ))}
          </OneByOne>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
