import type { ComponentType } from "react";
import { OneByOne } from "@/components/ui/one-by-one";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { Promises } from "./promises";
import { Reviews } from "./reviews";
import { About, Faq, HowItWorks, Team } from "./sections";
import { Showcase } from "./showcase";

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

/** The sections below the first screen, in the company's order. */
export function Below() {
  return (
    <OneByOne>
      {siteConfig().landing.sections?.map(({ name, isShown }) => {
        const Part = parts[name];
        return isShown !== false && <Part key={name} />;
      })}
    </OneByOne>
  );
}
