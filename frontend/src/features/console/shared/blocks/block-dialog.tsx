import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { blockRequestLimits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { SelectField, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { blockKinds, type Vehicle, vehiclesKey } from "@/features/console/shared/fleet";
import { nowIn } from "@/lib/dates";
import { blockVehicle, type Plan } from "./api";
import { MovedBookings } from "./moved-bookings";
import { type BlockForm, blockBody, blockSchema } from "./rules";

interface Props {
  vehicle: Vehicle;
  timezone: string;
  /** The initial wall times; without them the block starts now. */
  period?: { from: string; until: string };
  /** Called when no bookings were moved, so that the block can be undone by itself. */
  onBlocked?: (blockId: string) => void;
  onClose: () => void;
}

/** Blocks a vehicle. Affected bookings are listed with their new vehicles and have to be confirmed. */
export function BlockDialog({ vehicle, timezone, period, onBlocked, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [plan, setPlan] = useState<Plan["bookings"]>([]);
  const form = useForm<BlockForm>({
    resolver: zodResolver(blockSchema),
    defaultValues: { kind: "workshop", title: "", from: nowIn(timezone), until: "", ...period },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const field = (name: keyof BlockForm) => ({
    // Another period affects other bookings.
    ...form.register(name, { onChange: () => setPlan([]) }),
    error: errors[name]?.message,
  });
  const isStuck = plan.some((each) => each.toVehicle === null);

  const submit = useSubmit(form, async (values: BlockForm) => {
    const body = blockBody(values, timezone);
    if (plan.length === 0) {
      const planned = await blockVehicle(vehicle.id, { ...body, onlyPlan: true, moveBookings: false });
      if (planned.bookings.length > 0) return setPlan(planned.bookings);
    }
    const done = await blockVehicle(vehicle.id, { ...body, onlyPlan: false, moveBookings: plan.length > 0 });
    if (done.blockId && plan.length === 0) onBlocked?.(done.blockId);
    await client.invalidateQueries({ queryKey: vehiclesKey });
    toast({ title: t`${{ plate: vehicle.plate }} is out of service` });
    return onClose();
  });

  return (
    <DialogForm
      title={t`Take ${{ plate: vehicle.plate }} out of service`}
      description={t`Times are in ${timezone}.`}
      isChanged={plan.length > 0}
      submit={submit}
      confirm={plan.length > 0 ? t`Move the bookings and block` : t`Block vehicle`}
      isBlocked={isStuck}
      onClose={onClose}
    >
      <SelectField label={t`Kind`} {...field("kind")}>
        {Object.entries(blockKinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <TextField label={t`Reason`} maxLength={blockRequestLimits.title.maxLength} {...field("title")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`From`} type="datetime-local" {...field("from")} />
        <TextField label={t`Until`} type="datetime-local" {...field("until")} />
      </div>
      <MovedBookings bookings={plan} />
    </DialogForm>
  );
}
