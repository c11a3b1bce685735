import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { serviceRequestLimits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { planWork } from "../api";
import { type WorkForm, workSchema } from "../rules";

export function WorkDialog({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<WorkForm>({
    resolver: zodResolver(workSchema),
    defaultValues: { title: "", dueOn: "", dueMileageKm: "" },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const field = (name: keyof WorkForm) => ({ ...form.register(name), error: errors[name]?.message });
  const submit = useSubmit(form, async (values: WorkForm) => {
    await planWork(vehicleId, {
      title: values.title,
      dueOn: values.dueOn || null,
      dueMileageKm: values.dueMileageKm ? Number(values.dueMileageKm) : null,
    });
    await client.invalidateQueries({ queryKey: vehiclesKey });
    onClose();
  });
  return (
    <DialogForm
      title={t`Plan work`}
      description={t`With a day and a mileage, whichever comes first counts.`}
      submit={submit}
      confirm={t`Plan the work`}
      onClose={onClose}
    >
      <TextField
        label={t`What is to be done`}
        maxLength={serviceRequestLimits.title.maxLength}
        {...field("title")}
      />
      <TextField label={t`Due on`} type="date" {...field("dueOn")} />
      <TextField label={t`Due at, km`} inputMode="numeric" {...field("dueMileageKm")} />
    </DialogForm>
  );
}
