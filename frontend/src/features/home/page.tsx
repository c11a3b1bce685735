import { useEffect } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { startClickTracking } from "@/features/click-tracking/tracking";
import { Hero } from "./hero";
import { Promises } from "./promises";
import { Reviews } from "./reviews";
import { About, Faq, HowItWorks } from "./sections";
import { Showcase } from "./showcase";

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
