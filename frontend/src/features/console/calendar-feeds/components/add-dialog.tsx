import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { calendarFeedRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { vehiclesQuery } from "@/features/console/shared/fleet";
import { addFeed, calendarFeedsQuery } from "../api";

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a name` })
    .max(limits.name.maxLength),
  vehicleId: z.string().nullable(),
  showsReference: z.boolean(),
});
type Values = z.infer<typeof schema>;

interface Props {
  onClose: () => void;
  /** Gets the URL. */
  onAdded: (url: string) => void;
}

/** Name of a new feed, its vehicle, and whether events have the booking's reference. */
export function AddDialog({ onClose, onAdded }: Props) {
  const { t } = useLingui();
  const { data: vehicles = [] } = useQuery(vehiclesQuery);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", vehicleId: null, showsReference: true },
  });
  const submit = useSubmit(form, (body: Values) => addFeed(body), {
    refresh: [calendarFeedsQuery.queryKey],
    onDone: onAdded,
  });
  const kept = vehicles.filter(({ state }) => state !== "sold");
  return (
    <DialogForm title={t`Add calendar feed`} confirm={t`Add feed`} submit={submit} onClose={onClose}>
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        placeholder={t`Google Calendar`}
        maxLength={limits.name.maxLength}
        autoComplete="off"
      />
      <SelectInput
        control={form.control}
        name="vehicleId"
        label={t`Vehicle`}
        options={[
          [null, t`All vehicles`],
          ...kept.map(({ id, plate, car }) => [id, [plate, car].join(" · ")] as const),
        ]}
      />
      <CheckInput
        control={form.control}
        name="showsReference"
        label={t`Show booking references`}
        hint={t`Without it, events say only that the vehicle is booked. Names of customers are never shown.`}
      />
    </DialogForm>
  );
}
