import type { MessageDescriptor } from "@lingui/core";

/** An object of a text as the server has it: what a form shows and changes. */
export type Values = Record<string, unknown>;

interface Named {
  name: string;
  label: MessageDescriptor;
  hint?: MessageDescriptor;
}

/** One member for each, so that a switch tells them apart. */
type Each<As extends string> = As extends string ? Named & { as: As } : never;

export type Field =
  /** `best`: up to how many characters search engines show. */
  | ((Each<"line"> | Each<"text">) & { best?: number })
  /** `lines`: of text, one beneath the other. */
  | Each<"lines" | "address" | "picture" | "day" | "number" | "switch" | "rich">
  | (Each<"choice"> & { choices: readonly { value: string; label: MessageDescriptor | string }[] })
  | (Each<"group"> & { fields: readonly Field[] })
  | (Each<"list"> & { item: Item });

/** What a list holds. `fields` of an item may hang on what it is, as those of blocks do. */
export interface Item {
  fields: (item: Values) => readonly Field[];
  title: (item: Values) => MessageDescriptor | string;
  /** What can be added; nothing: the items are always these, in an order to be chosen. */
  fresh: readonly { label: MessageDescriptor; item: Values }[];
}

export interface Part {
  id: string;
  title: MessageDescriptor;
  fields: readonly Field[];
}

/** What a text can be told in: the parts of its form. */
export type Form = readonly Part[];

/** The list with the item at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The fields of a text that differ from what was read. */
export function changedParts(read: Values, written: Values): Values {
  const changed = Object.entries(written).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(read[name]),
  );
  return Object.fromEntries(changed);
}

/** The server's sentences by field of the text: it names them below "parts", and a language before publishing. */
export function problemsOf(fields: readonly { field: string; message: string }[] | null | undefined) {
  return new Map(
    (fields ?? []).map(({ field, message }) => [field.replace(/^(parts|[a-z]{2})\./, ""), message]),
  );
}

/** Whether a problem is somewhere in a field or below it. */
export function hasProblem(problems: ReadonlyMap<string, string>, path: string): boolean {
  return [...problems.keys()].some((field) => field === path || field.startsWith(`${path}.`));
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const objectOf = (value: unknown): Values =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Values) : {};
export const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);
