import type { ReactNode } from "react";
import type { Field } from "../rules/fields";
import type { TextForm } from "../use-text-form";

export interface FieldsProps {
  form: TextForm["form"];
  fields: readonly Field[];
  /** The path of these fields in the form, starting with their language. */
  path: string;
  /** The same path in the company's default language, shown beside translations. */
  reference: string | undefined;
}

export interface FieldProps<F extends Field = Field> extends Omit<FieldsProps, "fields"> {
  field: F;
}

/** Renders the fields of an object. Lists contain objects, whose fields may be lists. */
export type DrawFields = (props: FieldsProps) => ReactNode;

/** Common props of all controls in addition to their value. */
export interface ControlProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
}
