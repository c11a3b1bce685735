import { useLingui } from "@lingui/react/macro";
import { useFormContext } from "react-hook-form";
import { takeBookingRequestLimits as limits } from "@/api/limits.gen";
import { controlClass, Field } from "@/components/ui/field";
import type { RentalForm } from "../rules/schema";
import { FormSection } from "./form-section";

/** What the team should know. */
export function NoteSection() {
  const { t } = useLingui();
  const { register } = useFormContext<RentalForm>();
  return (
    <FormSection title={t`Note`}>
      <Field label={t`Note for the team`}>
        {(props) => (
          <textarea
            rows={3}
            maxLength={limits.note.maxLength}
            className={controlClass("py-3")}
            {...register("note")}
            {...props}
          />
        )}
      </Field>
    </FormSection>
  );
}
