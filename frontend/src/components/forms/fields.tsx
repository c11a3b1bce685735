import { useLingui } from "@lingui/react/macro";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useState,
} from "react";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { Check } from "@/components/console/check";
import { controlClass, Field, SelectField, TextField } from "@/components/ui/field";
import { readNumber, typedNumber } from "@/lib/amounts";
import { formatNumber } from "@/lib/format";
import { isSame } from "./merge";
import { errorAt } from "./server-errors";

interface Bound<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  label: string;
  hint?: string | undefined;
  /** The error of a value; an invalid value is not saved. */
  validate?: (value: unknown) => string | undefined;
  /** Called after input by the user. */
  onEdit?: (() => void) | undefined;
}

/** The labels of a form's fields, for messages elsewhere. */
const labels = new WeakMap<object, Map<string, string>>();

/** The label of a field or of its parent. */
export function labelOf<T extends FieldValues>(control: Control<T>, path: string): string | undefined {
  const known = labels.get(control);
  const parts = path.split(".");
  return parts.map((_, left) => known?.get(parts.slice(0, parts.length - left).join("."))).find(Boolean);
}

export function nameField<T extends FieldValues>(control: Control<T>, path: string, label: string): void {
  const known = labels.get(control) ?? new Map<string, string>();
  labels.set(control, known.set(path, label));
}

function useField<T extends FieldValues>({ control, name, label, validate, onEdit }: Bound<T>) {
  nameField(control, name, label);
  const { field, formState } = useController({
    control,
    name,
    ...(validate && { rules: { validate: (value: unknown) => validate(value) ?? true } }),
  });
  const onChange = (value: unknown) => {
    field.onChange(value);
    onEdit?.();
  };
  return { field: { ...field, onChange }, error: validate?.(field.value) ?? errorAt(formState.errors, name) };
}

type TextProps<T extends FieldValues> = Bound<T> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "name"> & {
    /** Maps the input to the stored value. */
    parse?: (text: string) => string | null;
  };

export function TextInput<T extends FieldValues>({
  control,
  name,
  parse,
  validate,
  onEdit,
  ...rest
}: TextProps<T>) {
  const { field, error } = useField({
    control,
    name,
    label: rest.label,
    onEdit,
    ...(validate && { validate }),
  });
  return (
    <TextField
      {...rest}
      {...field}
      value={field.value ?? ""}
      error={error}
      onChange={({ target }) => field.onChange(parse ? parse(target.value) : target.value)}
    />
  );
}

type AreaProps<T extends FieldValues> = Bound<T> & {
  rows?: number;
  lang?: string;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
};

/** A multi-line text field. */
export function AreaInput<T extends FieldValues>({
  control,
  name,
  label,
  hint,
  validate,
  onEdit,
  ...rest
}: AreaProps<T>) {
  const { field, error } = useField({ control, name, label, onEdit, ...(validate && { validate }) });
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <textarea
          className={controlClass("py-2.5")}
          {...rest}
          {...field}
          value={field.value ?? ""}
          {...props}
        />
      )}
    </Field>
  );
}

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** A list with one item per line; with `isWords`, separated by spaces. */
export function LinesInput<T extends FieldValues>({
  control,
  name,
  label,
  hint,
  isWords = false,
  onEdit,
  ...rest
}: AreaProps<T> & { isWords?: boolean }) {
  const { field, error } = useField({ control, name, label, onEdit });
  const [typed, setTyped] = useState("");
  const listOf = isWords ? wordsOf : linesOf;
  const list = (field.value ?? []) as string[];
  // An unfinished line is kept, unless the list was replaced from outside.
  const shown = isSame(listOf(typed), list) ? typed : list.join("\n");
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <textarea
          className={controlClass("py-2.5")}
          {...rest}
          {...field}
          {...props}
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(listOf(target.value));
          }}
        />
      )}
    </Field>
  );
}

type SelectProps<T extends FieldValues> = Bound<T> &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange" | "name"> & {
    /** The stored value of the selected option, if it is not text. */
    options?: readonly (readonly [value: unknown, label: string])[];
    children?: ReactNode;
  };

export function SelectInput<T extends FieldValues>({
  control,
  name,
  options,
  children,
  ...rest
}: SelectProps<T>) {
  const { field, error } = useField({ control, name, ...rest });
  const place = options?.findIndex(([value]) => isSame(value, field.value));
  return (
    <SelectField
      {...rest}
      {...field}
      value={place ?? field.value ?? ""}
      error={error}
      onChange={({ target }) => field.onChange(options ? options[Number(target.value)]?.[0] : target.value)}
    >
      {options?.map(([, label], index) => (
        <option key={label} value={index}>
          {label}
        </option>
      )) ?? children}
    </SelectField>
  );
}

type CheckProps<T extends FieldValues> = Bound<T> & {
  /** The stored value when unchecked. */
  off?: false | null;
  isDisabled?: boolean;
};

export function CheckInput<T extends FieldValues>({
  control,
  name,
  off = false,
  isDisabled = false,
  ...rest
}: CheckProps<T>) {
  const { field, error } = useField({ control, name, ...rest });
  const { value, onChange, ...others } = field;
  return (
    <Check
      {...rest}
      {...others}
      disabled={isDisabled}
      error={error}
      checked={value ?? false}
      onChange={({ target }) => onChange(target.checked || off)}
    />
  );
}

interface NumberFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** A string is invalid input. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  /** Decimal places; 0 for days, seats and people. */
  digits?: number | undefined;
  /** The stored value of an empty field. */
  empty?: number | null | undefined;
  /** Formats a stored number. */
  write?: (value: number) => string;
}

/** A number input in the reader's format. Invalid input is reported as typed. */
export function NumberField({
  value,
  onChange,
  digits,
  empty = null,
  write = typedNumber,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const stored = (text: string) => (text.trim() === "" ? empty : (readNumber(text, digits) ?? text));
  const isTyped = typed !== null && Object.is(stored(typed), value);
  return (
    <TextField
      {...rest}
      inputMode={digits === 0 ? "numeric" : "decimal"}
      className="tabular"
      value={isTyped ? typed : typeof value === "number" ? write(value) : String(value ?? "")}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(stored(target.value));
      }}
    />
  );
}

/** A number field. Invalid input stays in the form and prevents saving. */
export function useNumber<T extends FieldValues>(bound: NumberBound<T>) {
  const { t } = useLingui();
  const { minimum: least = 0, maximum: most } = bound.limits ?? {};
  const isOutside = (value: unknown) =>
    bound.limits &&
    typeof value === "number" &&
    (value < least || value > (most ?? Number.POSITIVE_INFINITY));
  return useField({
    ...bound,
    validate: (value) => {
      if (typeof value === "string") return t`Enter a number`;
      if (isOutside(value)) {
        const from = formatNumber(least);
        return most === undefined
          ? t`Enter ${{ least: from }} or more`
          : t`Enter a number from ${{ least: from }} to ${{ most: formatNumber(most) }}`;
      }
      return bound.validate?.(value);
    },
  });
}

/** The server's limits, from `api/limits.gen`. */
interface Limits {
  minimum?: number;
  maximum?: number;
}

export type NumberBound<T extends FieldValues> = Bound<T> & { limits?: Limits | undefined };

type NumberProps<T extends FieldValues> = Bound<T> &
  Pick<NumberFieldProps, "digits" | "empty"> & { disabled?: boolean; limits?: Limits };

export function NumberInput<T extends FieldValues>({
  control,
  name,
  validate,
  limits,
  ...rest
}: NumberProps<T>) {
  const { field, error } = useNumber({
    control,
    name,
    label: rest.label,
    limits,
    ...(validate && { validate }),
  });
  return <NumberField {...rest} {...field} error={error} />;
}
