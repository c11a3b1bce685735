import type { Block } from "@/features/site/shared/document-query";
import { RichTextView } from "@/features/site/shared/rich-text";
import { Film } from "./film";
import { Place } from "./place";

/** Blocks that most pages do without: loaded by those that have one. */
export default function RareBlock({ block }: { block: Block<"text" | "film" | "map"> }) {
  if (block.type === "text") return <RichTextView text={block.body} />;
  return block.type === "film" ? <Film block={block} /> : <Place block={block} />;
}
