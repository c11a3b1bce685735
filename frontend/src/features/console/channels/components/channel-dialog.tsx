import { Trans, useLingui } from "@lingui/react/macro";
import { useController, useForm } from "react-hook-form";
import { channelRequestLimits as limits } from "@/api/limits.gen";
import { Check } from "@/components/console/check";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import {
  addChannel,
  basisNames,
  type Channel,
  type ChannelCar,
  type ChannelValues,
  changeChannel,
  channelsQuery,
  kindNames,
} from "@/features/console/shared/channels";

interface Props {
  /** None: a new one. */
  channel?: Channel | undefined;
  cars: ChannelCar[];
  onClose: () => void;
}

/** Name, kind, rates and commission of a channel, and which cars it offers. */
export function ChannelDialog({ channel, cars, onClose }: Props) {
  const { t } = useLingui();
  const { id, ...known } = channel ?? { id: null };
  const form = useForm<ChannelValues>({
    defaultValues: {
      name: "",
      kind: "broker",
      rateBasis: "gross",
      commissionPercent: 10,
      hiddenCars: [],
      isActive: true,
      ...known,
    },
  });
  const submit = useSubmit(
    form,
    (values: ChannelValues) => (id ? changeChannel(id, values) : addChannel(values)),
    {
      refresh: [channelsQuery.queryKey],
      done: { title: id ? t`Channel saved` : t`Channel added` },
      onDone: onClose,
    },
  );
  const { field } = useController({ control: form.control, name: "hiddenCars" });
  const hidden = new Set(field.value);
  return (
    <DialogForm
      isWide
      title={id ? t`Edit channel` : t`Add channel`}
      confirm={id ? t`Save` : t`Add channel`}
      submit={submit}
      isBlocked={!form.watch("name").trim()}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        maxLength={limits.name.maxLength}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={form.control}
          name="kind"
          label={t`Kind`}
          options={Object.entries(kindNames).map(([kind, name]) => [kind, t(name)] as const)}
        />
        <NumberInput
          control={form.control}
          name="commissionPercent"
          label={t`Commission (%)`}
          digits={2}
          limits={{ minimum: 0, maximum: 100 }}
        />
      </div>
      <SelectInput
        control={form.control}
        name="rateBasis"
        label={t`Rates`}
        options={Object.entries(basisNames).map(([basis, name]) => [basis, t(name)] as const)}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold text-slate">
          <Trans>Cars on offer</Trans>
        </legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {cars.map(({ slug, name, acrissCode }) => (
            <Check
              key={slug}
              label={name}
              hint={acrissCode ?? t`Add an ACRISS code first`}
              disabled={!acrissCode}
              checked={Boolean(acrissCode) && !hidden.has(slug)}
              onChange={({ target }) =>
                field.onChange(
                  target.checked ? field.value.filter((each) => each !== slug) : [...field.value, slug],
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <CheckInput
        control={form.control}
        name="isActive"
        label={t`Active`}
        hint={t`Keys and links of a channel that is off bring no bookings.`}
      />
    </DialogForm>
  );
}
