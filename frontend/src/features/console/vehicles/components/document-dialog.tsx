import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { documentRequestLimits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { SelectField, TextField } from "@/components/ui/field";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { addDocument } from "../api";
import { type DocumentForm, documentSchema } from "../rules";
import { documentKinds } from "../words";

export function DocumentDialog({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<DocumentForm>({
    resolver: zodResolver(documentSchema),
    defaultValues: { kind: "insurance", title: "", expiresOn: "" },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const submit = useSubmit(form, async (values: DocumentForm) => {
    await addDocument(vehicleId, values);
    await client.invalidateQueries({ queryKey: vehiclesKey });
    onClose();
  });
  return (
    <DialogForm title={t`New document`} submit={submit} confirm={t`Add the document`} onClose={onClose}>
      <SelectField label={t`Kind`} {...form.register("kind")}>
        {Object.entries(documentKinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Name or number (optional)`}
        maxLength={documentRequestLimits.title.maxLength}
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextField
        label={t`Last day`}
        type="date"
        error={errors.expiresOn?.message}
        {...form.register("expiresOn")}
      />
    </DialogForm>
  );
}
