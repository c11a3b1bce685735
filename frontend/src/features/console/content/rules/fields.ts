import type { MessageDescriptor } from "@lingui/core";

/** An object of a text as the server has it: what a form shows and changes. */
export type Values = Record<string, unknown>;

interface Named {
  name: string;
  label: MessageDescriptor;
  hint?: MessageDescriptor;
}

/** A union, so that a switch narrows it. */
type Each<As extends string> = As extends string ? Named & { as: As } : never;

export type Field =
  /** `best`: up to how many characters search engines show. */
  | ((Each<"line"> | Each<"text">) & { best?: number })
  /** `lines`: of text, one below the other. `place`: one of the company's, or none. */
  | Each<"lines" | "address" | "picture" | "day" | "number" | "switch" | "rich" | "place">
  | (Each<"choice"> & { choices: readonly { value: string; label: MessageDescriptor | string }[] })
  | (Each<"group"> & { fields: readonly Field[] })
  /** `max`: how many items it may have. */
  | (Each<"list"> & { item: Item; max?: number });

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

/** The parts of a text's form. */
export type Form = readonly Part[];

/** The list with the item at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);
