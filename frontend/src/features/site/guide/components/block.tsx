import { lazy, Suspense } from "react";
import { FaqList } from "@/components/ui/faq-list";
import type { PageBlock } from "@/features/site/shared/document-query";
import { RichTextView } from "@/features/site/shared/rich-text";
import { Action, Cars, Place } from "./company-blocks";
import { Facts, Lists } from "./list-blocks";
import { Gallery, PictureBlock } from "./picture-blocks";
import { Section } from "./section";

// Few pages have one.
const Film = lazy(() => import("./film"));

/** A block of a page, whichever it is. */
export function BlockView({ block }: { block: PageBlock }) {
  switch (block.type) {
    case "text":
      return (
        <Section title={block.title}>
          <RichTextView text={block.body} />
        </Section>
      );
    case "picture":
      return <PictureBlock block={block} />;
    case "gallery":
      return <Gallery block={block} />;
    case "film":
      return (
        <Suspense fallback={null}>
          <Film block={block} />
        </Suspense>
      );
    case "map":
      return <Place block={block} />;
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
