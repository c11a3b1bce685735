import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { serviceRequestLimits } from "@/api/limits.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
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
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof WorkForm) => ({ ...form.register(name), error: errors[name]?.message });
  const { onSubmit, problem } = useSubmit(form, async (values: WorkForm) => {
    await planWork(vehicleId, {
      title: values.title,
      dueOn: values.dueOn || null,
      dueMileageKm: values.dueMileageKm ? Number(values.dueMileageKm) : null,
    });
    await client.invalidateQueries({ queryKey: vehiclesKey });
    onClose();
  });
  return (
    <Dialog
      title={t`Plan work`}
      description={t`With a day and a mileage, whichever comes first counts.`}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <TextField
          label={t`What is to be done`}
          maxLength={serviceRequestLimits.title.maxLength}
          {...field("title")}
        />
        <TextField label={t`Due on`} type="date" {...field("dueOn")} />
        <TextField label={t`Due at, km`} inputMode="numeric" {...field("dueMileageKm")} />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Saving…` : t`Plan the work`}
        </Button>
      </form>
    </Dialog>
  );
}
