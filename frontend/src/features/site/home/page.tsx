import { useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { Hero } from "./components/hero";
import { Promises } from "./components/promises";
import { Reviews } from "./components/reviews";
import { About, Faq, HowItWorks } from "./components/sections";
import { Showcase } from "./components/showcase";

export function Component() {
  useEffect(startClickTracking, []);
  return (
    <>
      <main>
        <Hero />
        <Showcase />
        <Promises />
        <Reviews />
        <About />
        <HowItWorks />
        <Faq />
      </main>
      <SiteFooter />
    </>
  );
}
