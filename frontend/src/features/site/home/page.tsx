import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { loadRecommended } from "@/features/site/shared/load-recommended";
import { hasRecommendation } from "@/features/site/shared/recommendation";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { Hero } from "./components/hero";
import { Promises } from "./components/promises";
import { Reviews } from "./components/reviews";
import { About, Faq, HowItWorks, Team } from "./components/sections";
import { Showcase } from "./components/showcase";

const Recommended = lazy(loadRecommended);

type Section = NonNullable<SiteConfig["landing"]["sections"]>[number]["name"];

const parts: Record<Section, ComponentType> = {
  showcase: Showcase,
  promises: Promises,
  reviews: Reviews,
  about: About,
  team: Team,
  howItWorks: HowItWorks,
  faq: Faq,
};

export function Component() {
  useEffect(startClickTracking, []);
  return (
    <>
      <main>
        {hasRecommendation() && (
          <Suspense fallback={<div className="min-h-[32rem]" />}>
            <Recommended />
          </Suspense>
        )}
        <Hero />
        {siteConfig().landing.sections?.map(({ name, isShown }) => {
          const Part = parts[name];
          return isShown !== false && <Part key={name} />;
        })}
      </main>
      <SiteFooter />
    </>
  );
}
