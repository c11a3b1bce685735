import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { get } from "react-hook-form";
import { Check } from "@/components/console/check";
import { Skeleton } from "@/components/console/skeleton";
import { NumberInput } from "@/components/forms/fields";
import { SelectField, TextField } from "@/components/ui/field";
import { useCompanyTexts } from "@/features/console/shared/company-texts";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import { textOf } from "../rules/fields";
import type { ControlProps, FieldProps, FieldsProps } from "./field-props";
import { ListField } from "./list-field";
import { TextInput } from "./text-input";

// Only who writes loads the editor.
const RichField = lazy(() => import("./rich-field"));

/** The fields of an object of a text, one below the other. */
export function FieldList({ fields, path, reference, form }: FieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) => (
        <FieldView
          key={field.name}
          form={form}
          field={field}
          path={`${path}.${field.name}`}
          reference={reference && `${reference}.${field.name}`}
        />
      ))}
    </div>
  );
}

const drawFields = (props: FieldsProps) => <FieldList {...props} />;

function FieldView(props: FieldProps) {
  const { t } = useLingui();
  const { form, field, path, reference } = props;
  const label = t(field.label);
  const control = { label, hint: field.hint && t(field.hint), error: form.errorAt(path, true) };
  const value: unknown = get(form.values, path);
  const onChange = (next: unknown) => form.set(path, next as never);
  switch (field.as) {
    case "group":
      return (
        <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 text-sm font-bold">{label}</legend>
          <FieldList form={form} fields={field.fields} path={path} reference={reference} />
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
      return (
        <MediaPicker
          {...control}
          value={value}
          onChange={(mediaId) => onChange(mediaId ? { mediaId } : "")}
        />
      );
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
    case "place":
      return <PlaceField {...control} value={textOf(value)} onChange={onChange} />;
    case "number":
      return <NumberInput control={form.control} name={path} label={label} hint={control.hint} digits={20} />;
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
        <TextInput
          field={field}
          value={value}
          reference={reference && get(form.values, reference)}
          control={control}
          onChange={onChange}
        />
      );
  }
}

interface PlaceFieldProps extends ControlProps {
  value: string;
  onChange: (code: string) => void;
}

/** One of the company's places, or another one. A place that is gone stays chosen until another is. */
function PlaceField({ value, onChange, ...control }: PlaceFieldProps) {
  const { t } = useLingui();
  const { locations } = useCompanyTexts();
  const isGone = value !== "" && !locations.some(({ code }) => code === value);
  return (
    <SelectField {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t`Another place`}</option>
      {isGone && <option value={value}>{value}</option>}
      {locations.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
