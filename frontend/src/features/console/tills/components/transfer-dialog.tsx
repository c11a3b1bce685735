import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { transferRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { type OpenTill, type Till, tillsKey, transferCash } from "@/features/console/shared/tills";
import { formatMoney } from "@/lib/format";

interface Props {
  own: Till | undefined;
  openTills: readonly OpenTill[];
  tills: readonly Till[];
  currency: string;
  today: string;
  isManager: boolean;
  onClose: () => void;
}

interface Values {
  fromTill: string | null;
  toTill: string | null;
  amount: number | null;
  movedOn: string;
  note: string;
}

/** Moves cash between tills, or between a till and the bank. The desk gives from its own till. */
export function TransferDialog({ own, openTills, tills, currency, today, isManager, onClose }: Props) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<Values>({
    defaultValues: {
      fromTill: own?.id ?? openTills[0]?.id ?? null,
      toTill: null,
      amount: null,
      movedOn: today,
      note: "",
    },
  });
  const { control } = form;
  const { fromTill, toTill, amount, movedOn } = form.watch();
  const submit = useSubmit(
    form,
    (values: Values) => transferCash(key, { ...values, amount: values.amount ?? 0 }),
    { refresh: [tillsKey], done: { title: t`The cash is moved` }, onDone: onClose },
  );
  const bank = [null, t`Bank`] as const;
  const nameOf = ({ id, person }: OpenTill) => (id === own?.id ? t`My till` : t`Till of ${{ person }}`);
  const places = openTills.map((till) => [till.id, nameOf(till)] as const);
  const source = tills.find(({ id }) => id === fromTill);
  return (
    <DialogForm
      title={t`Move cash`}
      description={t`From a till to the bank or to another open till, or from the bank. Recorded in both places.`}
      submit={submit}
      confirm={t`Move cash`}
      isBlocked={!amount || fromTill === toTill || !movedOn}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
        <SelectInput
          control={control}
          name="fromTill"
          label={t`From`}
          options={isManager ? [...places, bank] : places.filter(([id]) => id === own?.id)}
        />
        <SelectInput
          control={control}
          name="toTill"
          label={t({ message: "To", context: "where cash goes" })}
          options={[bank, ...places]}
        />
      </div>
      <AmountInput
        control={control}
        name="amount"
        label={t`Amount`}
        currency={currency}
        limits={limits.amount}
        hint={source ? t`In the till: ${{ amount: formatMoney(source.expected, currency) }}` : undefined}
        whole={source ? Math.max(0, source.expected) : 0}
        autoFocus
      />
      <TextInput control={control} name="movedOn" type="date" label={t`Date`} max={today} required />
      <TextInput control={control} name="note" label={t`Note (optional)`} maxLength={limits.note.maxLength} />
    </DialogForm>
  );
}
