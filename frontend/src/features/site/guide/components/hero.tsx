import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import type { PageDocument } from "@/features/site/shared/document-query";
import { gentle } from "@/lib/scroll";

/** The first screen of a page: over its picture where it has one, else on a calm ground and lower. */
export function PageHero({ hero }: { hero: PageDocument["hero"] }) {
  const height = hero.image?.src ? "min-h-screen-left" : "pb-14";
  return (
    <div className={`relative isolate flex ${height} flex-col overflow-hidden bg-sky`}>
      <Picture
        picture={hero.image}
        portrait={hero.imagePortrait}
        alt=""
        isFirst
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <SiteHeader onPicture />
      <div id="content" className="mx-auto mt-24 w-full max-w-5xl px-4 sm:mt-36 sm:px-6">
        <h1 className="max-w-2xl text-4xl leading-tight font-extrabold sm:text-6xl">{hero.title}</h1>
        {hero.text && <p className="mt-4 max-w-xl text-lg">{hero.text}</p>}
        {hero.button && (
          <Button
            className="mt-8"
            onClick={() => document.getElementById("guide")?.scrollIntoView({ behavior: gentle() })}
          >
            {hero.button}
          </Button>
        )}
      </div>
    </div>
  );
}
