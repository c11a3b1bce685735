import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { vehicleRequestLimits } from "@/api/limits.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { adminPath } from "@/config/admin-path";
import { type Vehicle, vehicleStates, vehiclesKey } from "@/features/console/shared/fleet";
import { siteConfig } from "@/lib/site-config";
import { addVehicle, changeVehicle } from "../api";
import { bodyOf, formOf, type VehicleForm, vehicleSchema } from "../rules";
import { ShownFields } from "./shown-fields";

interface Props {
  /** The vehicle to change; null for a new one. */
  vehicle: Vehicle | null;
  onClose: () => void;
}

/** The facts of a vehicle, new or there already. */
export function VehicleDialog({ vehicle, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<VehicleForm>({
    resolver: zodResolver(vehicleSchema),
    defaultValues: formOf(vehicle),
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof VehicleForm) => ({ ...form.register(name), error: errors[name]?.message });
  const { cars, locations } = siteConfig();

  const { onSubmit, problem } = useSubmit(form, async (values: VehicleForm) => {
    if (vehicle) {
      await changeVehicle(vehicle.id, bodyOf(values));
      toast({ title: t`Vehicle changed` });
    } else {
      const added = await addVehicle(bodyOf(values));
      toast({ title: t`Vehicle added`, description: t`${{ plate: added.plate }} can be rented out now.` });
      void navigate(adminPath.vehicle(added.id));
    }
    await client.invalidateQueries({ queryKey: vehiclesKey });
    onClose();
  });

  return (
    <Dialog title={vehicle ? t`Change ${{ plate: vehicle.plate }}` : t`New vehicle`} onClose={onClose}>
      <form noValidate className="grid grid-cols-2 gap-4" onSubmit={onSubmit}>
        <TextField
          label={t`Plate`}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={vehicleRequestLimits.plate.maxLength}
          {...field("plate")}
        />
        <SelectField label={t`Car`} {...field("car")}>
          <option value="">{t`Please select`}</option>
          {cars.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <TextField label={t`Year`} inputMode="numeric" {...field("year")} />
        <TextField label={t`Colour`} maxLength={vehicleRequestLimits.color.maxLength} {...field("color")} />
        <TextField label={t`Mileage, km`} inputMode="numeric" {...field("mileageKm")} />
        <SelectField label={t`Home location`} {...field("homeLocation")}>
          <option value="">{t`Please select`}</option>
          {locations.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="col-span-2 grid gap-4">
          <SelectField label={t`State`} {...field("state")}>
            {Object.entries(vehicleStates).map(([state, name]) => (
              <option key={state} value={state}>
                {t(name)}
              </option>
            ))}
          </SelectField>
          <ShownFields form={form} />
          {vehicle && (
            <TextField
              label={t`Why it changes`}
              hint={t`Shown in the vehicle's history.`}
              maxLength={vehicleRequestLimits.reason.maxLength}
              {...field("reason")}
            />
          )}
          <FormProblem text={problem} />
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? t`Saving…` : vehicle ? <Trans>Save</Trans> : <Trans>Add the vehicle</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
