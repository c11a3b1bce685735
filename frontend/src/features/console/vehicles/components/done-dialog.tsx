import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { todayIn } from "@/lib/dates";
import { finishWork, type VehicleDetail, type Work } from "../api";
import { type DoneForm, doneSchema } from "../rules";

interface Props {
  vehicle: VehicleDetail;
  work: Work;
  timezone: string;
  onClose: () => void;
}

/** Work that was done: on which day, at which mileage. */
export function DoneDialog({ vehicle, work, timezone, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<DoneForm>({
    resolver: zodResolver(doneSchema),
    defaultValues: { doneOn: todayIn(timezone), doneMileageKm: String(vehicle.mileageKm) },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const field = (name: keyof DoneForm) => ({ ...form.register(name), error: errors[name]?.message });
  const submit = useSubmit(form, async ({ doneOn, doneMileageKm }: DoneForm) => {
    await finishWork(vehicle.id, work.id, { doneOn, doneMileageKm: Number(doneMileageKm) });
    await client.invalidateQueries({ queryKey: vehiclesKey });
    onClose();
  });
  return (
    <DialogForm
      title={t`${{ title: work.title }} is done`}
      description={t`A higher mileage becomes the vehicle's own.`}
      submit={submit}
      confirm={t`Note as done`}
      onClose={onClose}
    >
      <TextField label={t`Day`} type="date" {...field("doneOn")} />
      <TextField label={t`Mileage, km`} inputMode="numeric" {...field("doneMileageKm")} />
    </DialogForm>
  );
}
