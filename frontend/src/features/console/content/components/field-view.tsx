import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Check } from "@/components/console/check";
import { Skeleton } from "@/components/console/skeleton";
import { SelectField, TextField } from "@/components/ui/field";
import { objectOf, textOf } from "../rules/fields";
import type { FieldProps, FieldsProps } from "./field-props";
import { ListField } from "./list-field";
import { PictureField } from "./picture-field";
import { TextInput } from "./text-input";

// Only who writes loads the editor.
const RichField = lazy(() => import("./rich-field"));

/** The fields of an object of a text, one beneath the other. */
export function FieldList({ fields, value, reference, problems, path, onChange }: FieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) => {
        const { name } = field;
        return (
          <FieldView
            key={name}
            field={field}
            value={value[name]}
            reference={reference?.[name]}
            problems={problems}
            path={path ? `${path}.${name}` : name}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
        );
      })}
    </div>
  );
}

const drawFields = (props: FieldsProps) => <FieldList {...props} />;

function FieldView(props: FieldProps) {
  const { t } = useLingui();
  const { field, value, reference, problems, path, onChange } = props;
  const label = t(field.label);
  const control = { label, hint: field.hint && t(field.hint), error: problems.get(path) };
  switch (field.as) {
    case "group":
      return (
        <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 text-sm font-bold">{label}</legend>
          <FieldList
            fields={field.fields}
            value={objectOf(value)}
            reference={reference ? objectOf(reference) : undefined}
            problems={problems}
            path={path}
            onChange={onChange}
          />
        </fieldset>
      );
    case "list":
      return <ListField {...props} field={field} draw={drawFields} />;
    case "rich":
      return (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <RichField {...control} value={value} onChange={onChange} />
        </Suspense>
      );
    case "picture":
      return <PictureField {...control} value={value} onChange={onChange} />;
    case "switch":
      return (
        <Check
          label={label}
          hint={control.hint}
          checked={value !== false && value !== undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "choice":
      return (
        <SelectField
          {...control}
          value={String(value ?? field.choices[0]?.value)}
          onChange={({ target }) => onChange(typeof value === "number" ? Number(target.value) : target.value)}
        >
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {typeof choice.label === "string" ? choice.label : t(choice.label)}
            </option>
          ))}
        </SelectField>
      );
    case "number":
      return (
        <TextField
          {...control}
          type="number"
          step="any"
          value={typeof value === "number" ? value : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
        />
      );
    case "day":
      return (
        <TextField
          {...control}
          type="date"
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return (
        <TextInput field={field} value={value} reference={reference} control={control} onChange={onChange} />
      );
  }
}
