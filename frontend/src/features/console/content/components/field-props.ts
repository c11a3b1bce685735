import type { ReactNode } from "react";
import type { Field, Values } from "../rules/fields";

export interface FieldsProps {
  fields: readonly Field[];
  value: Values;
  /** The same in the company's first language, shown beside texts of another. */
  reference: Values | undefined;
  problems: ReadonlyMap<string, string>;
  /** Where these fields are in the text, as the server names it. */
  path: string;
  onChange: (value: Values) => void;
}

export interface FieldProps<F extends Field = Field> {
  field: F;
  value: unknown;
  reference: unknown;
  problems: ReadonlyMap<string, string>;
  path: string;
  onChange: (value: unknown) => void;
}

/** Draws the fields of an object: lists hold objects, whose fields may be lists. */
export type DrawFields = (props: FieldsProps) => ReactNode;

/** What every control has beside its value. */
export interface ControlProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
}
