import { lazy, Suspense, useState } from "react";
import { rememberedSiteLanguage, rememberSiteLanguage } from "@/lib/languages";
import { siteConfig } from "@/lib/site-config";

const Line = lazy(() => import("./language-line").then((module) => ({ default: module.LanguageLine })));

/** Offers the language that this visitor chose before, on a page in another one. No one is led there unasked. */
export function LanguageOffer() {
  const { language } = siteConfig().tenant;
  const [remembered, setRemembered] = useState(rememberedSiteLanguage);
  if (!remembered || remembered === language) return null;
  function stay() {
    rememberSiteLanguage(language);
    setRemembered(null);
  }
  return (
    <Suspense>
      <Line language={remembered} onClose={stay} />
    </Suspense>
  );
}
