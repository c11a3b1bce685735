import { useLingui } from "@lingui/react/macro";
import type { FieldValues } from "react-hook-form";
import { labelOf } from "@/components/forms/fields";
import { SaveBar } from "@/components/forms/save-bar";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { fieldLabel, valueText } from "./words";

interface Props<T extends FieldValues> {
  form: VersionedForm<T>;
  /** What a field is called where its label does not say all. */
  nameOf?: (path: string) => string;
}

/** The end of a form that edits a part of the draft. */
export function DraftSaveBar<T extends FieldValues>({ form, nameOf }: Props<T>) {
  const { t } = useLingui();
  const known = (path: string) => labelOf(form.control, path) ?? fieldLabel(path.split(".")[0] ?? path);
  return (
    <SaveBar
      access="draft"
      form={form}
      label={t`Save to the draft`}
      nameOf={nameOf ?? known}
      show={valueText}
    />
  );
}
