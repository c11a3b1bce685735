import type { ReactNode } from "react";
import type { Field } from "../rules/fields";
import type { TextForm } from "../use-text-form";

export interface FieldsProps {
  form: TextForm["form"];
  fields: readonly Field[];
  /** Where these fields are in the form: it begins with their language. */
  path: string;
  /** The same place in the company's first language, shown beside texts of another. */
  reference: string | undefined;
}

export interface FieldProps<F extends Field = Field> extends Omit<FieldsProps, "fields"> {
  field: F;
}

/** Draws the fields of an object: lists hold objects, whose fields may be lists. */
export type DrawFields = (props: FieldsProps) => ReactNode;

/** What every control has beside its value. */
export interface ControlProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
}
