import type { MessageDescriptor } from "@lingui/core";

/** An object of a text as stored on the server: the form's data. */
export type Values = Record<string, unknown>;

interface Named {
  name: string;
  label: MessageDescriptor;
  hint?: MessageDescriptor;
}

/** A union, so that a switch narrows it. */
type Each<As extends string> = As extends string ? Named & { as: As } : never;

export type Field =
  /** `best`: the number of characters that search engines show. */
  | ((Each<"line"> | Each<"text">) & { best?: number })
  /** `lines`: multi-line text. `place`: one of the company's places, or none. */
  | Each<"lines" | "address" | "picture" | "day" | "number" | "switch" | "rich" | "place">
  | (Each<"choice"> & { choices: readonly { value: string; label: MessageDescriptor | string }[] })
  | (Each<"group"> & { fields: readonly Field[] })
  /** `max`: maximum number of items. */
  | (Each<"list"> & { item: Item; max?: number });

/** The items of a list. The `fields` of an item may depend on its type, as for blocks. */
export interface Item {
  fields: (item: Values) => readonly Field[];
  title: (item: Values) => MessageDescriptor | string;
  /** Item types that can be added; empty for a fixed list that can only be reordered. */
  fresh: readonly { label: MessageDescriptor; item: Values }[];
}

interface Part {
  id: string;
  title: MessageDescriptor;
  fields: readonly Field[];
}

/** The sections of a text's form. */
export type Form = readonly Part[];

/** The list with the item at `from` moved to `place`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);
