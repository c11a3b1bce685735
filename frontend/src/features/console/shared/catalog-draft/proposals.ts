/** Texts of an item by language and field. `unchecked`: fields with machine translations that no one has checked. */
export type Translations = Record<string, Record<string, unknown> & { unchecked?: string[] }>;

/** A text, or one line of a list, that a language lacks. */
interface Part {
  field: string;
  text: string;
  isLine: boolean;
}

interface FieldGap {
  language: string;
  parts: Part[];
}

const isEmpty = (value: unknown) => [value ?? ""].flat().every((each) => !String(each).trim());

/** What is written in the first language and missing in others. */
export function gapsOf(
  values: Record<string, unknown>,
  languages: readonly string[],
  fields: readonly string[],
): FieldGap[] {
  const translations = (values.translations ?? {}) as Translations;
  return languages.flatMap((language) => {
    const parts = fields.flatMap((field) => {
      const value = values[field];
      if (isEmpty(value) || !isEmpty(translations[language]?.[field])) return [];
      const lines = Array.isArray(value) ? value.map(String) : [String(value)];
      return lines.map((text) => ({ field, text, isLine: Array.isArray(value) }));
    });
    return parts.length > 0 ? [{ language, parts }] : [];
  });
}

/** With proposals in fields that are still empty, marked as unchecked. A list needs all of its lines. */
export function withProposals(
  now: Translations,
  { language, parts }: FieldGap,
  proposals: readonly (string | null)[],
): Translations {
  const texts = { ...now[language] };
  const unchecked = new Set(texts.unchecked);
  for (const field of new Set(parts.map((part) => part.field))) {
    const said = parts.flatMap((part, index) => (part.field === field ? [proposals[index] ?? null] : []));
    if (said.includes(null) || !isEmpty(texts[field])) continue;
    texts[field] = parts.find((part) => part.field === field)?.isLine ? said : said[0];
    unchecked.add(field);
  }
  return unchecked.size > 0 ? { ...now, [language]: { ...texts, unchecked: [...unchecked] } } : now;
}

export function isUnchecked(now: Translations, language: string, field: string): boolean {
  return now[language]?.unchecked?.includes(field) === true && !isEmpty(now[language]?.[field]);
}

/** Someone edited or confirmed it. */
export function withChecked(now: Translations, language: string, field: string): Translations {
  const texts = now[language];
  if (!texts) return now;
  return {
    ...now,
    [language]: { ...texts, unchecked: texts.unchecked?.filter((each) => each !== field) ?? [] },
  };
}
