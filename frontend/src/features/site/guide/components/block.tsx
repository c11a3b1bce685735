import { lazy, Suspense } from "react";
import { FaqList } from "@/components/ui/faq-list";
import type { PageBlock } from "@/features/site/shared/document-query";
import { siteConfig } from "@/lib/site-config";
import { Action, Cars } from "./company-blocks";
import { Facts, Lists } from "./list-blocks";
import { Gallery, PictureBlock } from "./picture-blocks";
import { Section } from "./section";

const RareBlock = lazy(() => import("./rare-blocks"));

/** A block of a page, whichever it is. `place`: its number among them. */
export function BlockView({ block, place }: { block: PageBlock; place: number }) {
  switch (block.type) {
    case "text":
    case "film":
    case "map":
    case "route":
      if (block.type === "film" && !block.url && !siteConfig().film) return null;
      return (
        <Section title={block.title} text={block.type === "text" ? undefined : block.text}>
          <Suspense fallback={block.type === "route" && <div className="h-176 lg:h-108" />}>
            <RareBlock block={block} place={place} />
          </Suspense>
        </Section>
      );
    case "picture":
      return <PictureBlock block={block} />;
    case "gallery":
      return <Gallery block={block} />;
    case "lists":
      return <Lists block={block} />;
    case "facts":
      return <Facts block={block} />;
    case "cars":
      return <Cars block={block} />;
    case "questions":
      return (
        <Section title={block.title}>
          <FaqList questions={block.questions} />
        </Section>
      );
    case "action":
      return <Action block={block} />;
  }
}
