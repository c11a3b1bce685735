import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import type { PageDocument } from "@/features/site/shared/document-query";
import { gentle } from "@/lib/preferences";
import { PageHeroFrame, PageHeroText } from "./hero-frame";

/** The first screen of a page; the server sends it drawn. */
export function PageHero({ hero }: { hero: PageDocument["hero"] }) {
  return (
    <PageHeroFrame picture={hero} title={hero.title} header={<SiteHeader onPicture />}>
      {hero.text && <PageHeroText>{hero.text}</PageHeroText>}
      {hero.button && (
        <Button
          className="mt-8"
          onClick={() => document.getElementById("guide")?.scrollIntoView({ behavior: gentle() })}
        >
          {hero.button}
        </Button>
      )}
    </PageHeroFrame>
  );
}
