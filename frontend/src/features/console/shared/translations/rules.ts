/** Limits of one call. */
const mostTexts = 20;
const mostCharacters = 10_000;

/** Texts in groups that one call takes. A longer text is alone, and is refused. */
export function batches(texts: readonly string[]): string[][] {
  const groups: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const group = groups.at(-1);
    if (group && group.length < mostTexts && size + text.length <= mostCharacters) {
      group.push(text);
      size += text.length;
    } else {
      groups.push([text]);
      size = text.length;
    }
  }
  return groups;
}
