import { type Field, listOf, textOf, type Values } from "./fields";

/** A text that a language lacks, and where in its body it belongs. */
export interface MissingText {
  path: string;
  text: string;
}

/** A node of a formatted text: its own text, or what is in it. */
type Node = Values & { text?: unknown; content?: unknown };

// More is refused by the server.
const longest = 10_000;
const hasLetters = /\p{L}/u;

function missingIn(first: unknown, own: unknown, path: string): MissingText[] {
  const [text, written] = [textOf(first), textOf(own)];
  const isMissing = !written.trim() || written === text;
  return isMissing && hasLetters.test(text) && text.length <= longest ? [{ path, text }] : [];
}

/** Texts of a formatted one, as long as both have the same shape. */
function missingInNodes(first: Node, own: Node, path: string): MissingText[] {
  const [nodes, others] = [listOf(first.content), listOf(own.content)];
  if (nodes.length !== others.length) return [];
  const inside = nodes.flatMap((node, index) =>
    missingInNodes(node, others[index] ?? {}, `${path}.content.${index}`),
  );
  return [...missingIn(first.text, own.text, `${path}.text`), ...inside];
}

/**
 * Texts that are still those of the first language, or empty: a language begins as a copy of the first. Names of
 * files, addresses and numbers are the same in all languages.
 */
export function missingTexts(
  fields: readonly Field[],
  first: Values,
  own: Values,
  path: string,
): MissingText[] {
  return fields.flatMap((field) => {
    const at = `${path}.${field.name}`;
    const [value, other] = [first[field.name], own[field.name]];
    switch (field.as) {
      case "line":
      case "text":
      case "lines":
        return missingIn(value, other, at);
      case "rich":
        return missingInNodes((value ?? {}) as Node, (other ?? {}) as Node, at);
      case "group":
        return missingTexts(field.fields, (value ?? {}) as Values, (other ?? {}) as Values, at);
      case "list": {
        const items = listOf(other);
        return listOf(value).flatMap((item, index) =>
          items[index] ? missingTexts(field.item.fields(item), item, items[index], `${at}.${index}`) : [],
        );
      }
      default:
        return [];
    }
  });
}

/** The translation with the spaces that its text has at its edges: parts of a sentence stay apart. */
export function withEdges(text: string, translation: string): string {
  const [start = ""] = text.match(/^\s*/u) ?? [];
  const [end = ""] = text.match(/\s*$/u) ?? [];
  return `${start}${translation.trim()}${end}`;
}
