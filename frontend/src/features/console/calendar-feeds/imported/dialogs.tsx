import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { importedCalendarRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { vehiclesQuery } from "@/features/console/shared/fleet";
import { addCalendar, type ImportedCalendar, importedCalendarsQuery, renameCalendar } from "./api";

const name = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a name` })
  .max(limits.name.maxLength);
const schema = z.object({
  name,
  vehicleId: z.string().min(1, { error: () => t`Choose a vehicle` }),
  url: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter the calendar's URL` })
    .max(limits.url.maxLength),
});
type Values = z.infer<typeof schema>;
const nameSchema = z.object({ name });

/** A calendar's name, vehicle and URL; it is read before it is added. */
export function AddCalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { data: vehicles = [] } = useQuery(vehiclesQuery);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", vehicleId: "", url: "" },
  });
  const submit = useSubmit(form, (body: Values) => addCalendar(body), {
    refresh: [importedCalendarsQuery.queryKey],
    onDone: onClose,
  });
  const kept = vehicles.filter(({ state }) => state !== "sold");
  return (
    <DialogForm title={t`Import calendar`} confirm={t`Import calendar`} submit={submit} onClose={onClose}>
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        placeholder={t`Turo`}
        maxLength={limits.name.maxLength}
        autoComplete="off"
      />
      <SelectInput
        control={form.control}
        name="vehicleId"
        label={t`Vehicle`}
        options={[
          ["", t`Please select`],
          ...kept.map(({ id, plate, car }) => [id, [plate, car].join(" · ")] as const),
        ]}
      />
      <TextInput
        control={form.control}
        name="url"
        label={t`Calendar URL`}
        hint={t`The iCal URL that the other service gives you for this vehicle. It's stored encrypted and not shown again.`}
        maxLength={limits.url.maxLength}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** Another name of a calendar and its blocks. */
export function RenameCalendarDialog({
  calendar,
  onClose,
}: {
  calendar: ImportedCalendar;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(nameSchema), defaultValues: { name: calendar.name } });
  const submit = useSubmit(form, (body: { name: string }) => renameCalendar(calendar, body.name), {
    refresh: [importedCalendarsQuery.queryKey],
    onDone: onClose,
  });
  return (
    <DialogForm title={t`Rename calendar`} confirm={t`Save`} submit={submit} onClose={onClose}>
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        maxLength={limits.name.maxLength}
        autoComplete="off"
      />
    </DialogForm>
  );
}
