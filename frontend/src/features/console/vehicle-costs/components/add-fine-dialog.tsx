import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { addFineRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { addFine, type FineKind, fineKinds, finesKey } from "@/features/console/shared/fines/fines";
import type { Vehicle } from "@/features/console/shared/fleet";

interface Props {
  vehicles: readonly Vehicle[];
  /** The company's. */
  currency: string;
  onClose: () => void;
}

interface Values {
  plate: string;
  kind: FineKind;
  happenedOn: string;
  happenedAt: string;
  amount: number | null;
  reference: string;
  note: string;
}

/** Adds a single fine that came by post; it is matched to a rental as imported ones are. */
export function AddFineDialog({ vehicles, currency, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: {
      plate: "",
      kind: "fine",
      happenedOn: "",
      happenedAt: "",
      amount: null,
      reference: "",
      note: "",
    },
  });
  const { control } = form;
  const { plate, happenedOn, happenedAt, amount } = form.watch();
  const submit = useSubmit(
    form,
    async (values: Values) => {
      await addFine({ ...values, amount: values.amount ?? 0, currency });
    },
    { refresh: [finesKey], done: { title: t`Fine added` }, onDone: onClose },
  );
  return (
    <DialogForm
      title={t`Add fine`}
      description={t`It is matched to the rental that had the vehicle at that time.`}
      submit={submit}
      confirm={t`Add fine`}
      isBlocked={!plate || !happenedOn || !happenedAt || typeof amount !== "number" || amount <= 0}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput control={control} name="plate" label={t`Vehicle`}>
          <option value="">{t`Select a vehicle`}</option>
          {vehicles.map(({ id, plate: own, car }) => (
            <option key={id} value={own}>{`${own} · ${car}`}</option>
          ))}
        </SelectInput>
        <SelectInput control={control} name="kind" label={t`Kind`}>
          {Object.entries(fineKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectInput>
        <TextInput control={control} name="happenedOn" type="date" label={t`Date`} />
        <TextInput control={control} name="happenedAt" type="time" label={t`Time`} />
        <AmountInput
          control={control}
          name="amount"
          label={t`Amount`}
          currency={currency}
          limits={limits.amount}
        />
        <TextInput
          control={control}
          name="reference"
          label={t`Reference number`}
          maxLength={limits.reference.maxLength}
        />
      </div>
      <TextInput control={control} name="note" label={t`Note`} maxLength={limits.note.maxLength} />
    </DialogForm>
  );
}
