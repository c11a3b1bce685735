import { lazy, Suspense, useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { OneByOne } from "@/components/ui/one-by-one";
import { loadRecommended } from "@/features/site/shared/load-recommended";
import { hasRecommendation } from "@/features/site/shared/recommendation";
import { SearchForm } from "@/features/site/shared/search/search-form";
import { SearchHeader } from "@/features/site/shared/search/search-header";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { loadCatalogues } from "@/lib/i18n";
import { HeroFrame } from "./components/hero-frame";

const loadBelow = () => Promise.all([import("./components/below"), loadCatalogues("choosing")]);
// Requested early but not awaited: the first screen does not need it. What failed, offline, is requested
// again when it is drawn.
const below = loadBelow().catch(() => null);
const Below = lazy(async () => {
  const [module] = (await below) ?? (await loadBelow());
  return { default: module.Below };
});
const Recommended = lazy(loadRecommended);

export function Component() {
  useEffect(() => {
    // A separate task: the first call of a page is expensive.
    const timer = window.setTimeout(startClickTracking);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <>
      <main>
        {hasRecommendation() && (
          <Suspense fallback={<div className="min-h-[32rem]" />}>
            <Recommended />
          </Suspense>
        )}
        <OneByOne>
          <Hero />
          {/* As tall as the page, so that Back restores the scroll position before the code has loaded. */}
          <Suspense fallback={<div id="showcase" className="h-[400rem]" />}>
            <Below />
          </Suspense>
        </OneByOne>
      </main>
      <SiteFooter />
    </>
  );
}

/** The first screen: the promise, and the form that leads to a price. */
function Hero() {
  return (
    <HeroFrame header={<SearchHeader onPicture />}>
      <SearchForm />
    </HeroFrame>
  );
}
