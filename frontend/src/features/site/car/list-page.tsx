import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { Fleet } from "@/features/site/shared/fleet/fleet";
import { SearchForm } from "@/features/site/shared/search/search-form";
import { SearchHeader } from "@/features/site/shared/search/search-header";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { siteConfig } from "@/lib/site-config";

/** All cars, with prices for the visitor's dates. */
export function Component() {
  const { landing } = siteConfig();
  useEffect(startClickTracking, []);
  return (
    <>
      <SearchHeader />
      <main id="content">
        <div className="bg-sky px-4 py-8 sm:px-6 sm:py-10">
          <div className="mx-auto max-w-[96rem]">
            <h1 className="mb-5 text-3xl font-extrabold sm:text-5xl">
              <Trans>Cars</Trans>
            </h1>
            <SearchForm answer="cars" />
          </div>
        </div>
        <section id="cars" aria-labelledby="cars-title" className="mx-auto max-w-[96rem] px-4 py-8 sm:px-6">
          <h2 id="cars-title" className="text-2xl font-bold sm:text-3xl">
            {landing.fleetTitle}
          </h2>
          <Fleet text={landing.fleetText} />
        </section>
      </main>
      <SiteFooter />
    </>
  );
}
