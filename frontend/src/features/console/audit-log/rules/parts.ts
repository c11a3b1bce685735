import type { Thing } from "./things";

/** A piece of a sentence: words, who did it, or what it is about. */
export type Part = string | { who: string } | { thing: Thing };

/**
 * Placeholders in a sentence for the actor and the object, in any word order; or around the words that link to
 * what it is about. No text has such characters.
 */
export const whoMark = "\ue000";
export const thingMark = "\ue001";
export const linkMark = "\ue002";
export const endMark = "\ue003";

/** The pieces of a sentence that was made with the marks. */
export function partsOf(sentence: string, who: string, thing: Thing): Part[] {
  const pieces = sentence.split(/(\ue000|\ue001|\ue002[^\ue003]*\ue003)/).filter((piece) => piece !== "");
  return pieces.map((piece) => {
    if (piece === whoMark) return { who };
    if (piece === thingMark) return { thing };
    return piece.startsWith(linkMark) ? { thing: { ...thing, name: piece.slice(1, -1) } } : piece;
  });
}

export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (typeof part === "string" ? part : "who" in part ? part.who : part.thing.name))
    .join("");
}
