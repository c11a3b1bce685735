import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { chargeFineRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { costsKey } from "@/features/console/shared/costs/costs";
import { chargeFine, type Fine, finesKey, type HandlingFees } from "@/features/console/shared/fines/fines";
import { formatMoney } from "@/lib/format";

interface Props {
  fine: Fine;
  fees: HandlingFees;
  /** The company's. */
  currency: string;
  onClose: () => void;
}

interface Values {
  bookingReference: string;
  amount: number | null;
  handlingFee: number | null;
}

/** Charges a fine to the customer of a booking: the matched one, or another by its reference. */
export function ChargeDialog({ fine, fees, currency, onClose }: Props) {
  const { t } = useLingui();
  const own = fine.booking?.currency ?? currency;
  const notice = formatMoney(fine.amount, fine.currency);
  const form = useForm<Values>({
    defaultValues: {
      bookingReference: fine.booking?.reference ?? "",
      amount: own === fine.currency ? fine.amount : null,
      handlingFee: fees[fine.kind],
    },
  });
  const { control } = form;
  const { amount, handlingFee, bookingReference } = form.watch();
  const submit = useSubmit(
    form,
    async (values: Values) => {
      await chargeFine(fine.id, {
        bookingReference: values.bookingReference,
        amount: values.amount ?? 0,
        handlingFee: values.handlingFee ?? 0,
      });
    },
    { refresh: [finesKey, costsKey], done: { title: t`Charged to the customer` }, onDone: onClose },
  );
  const total = formatMoney(Math.round(((amount ?? 0) + (handlingFee ?? 0)) * 100) / 100, own);
  return (
    <DialogForm
      title={t`Charge customer`}
      description={t`The amount and the handling fee become part of the price of the booking.`}
      submit={submit}
      confirm={t`Charge ${total}`}
      isBlocked={typeof amount !== "number" || amount <= 0 || !bookingReference.trim()}
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="bookingReference"
        label={t`Booking reference`}
        hint={fine.booking ? fine.booking.customerName : t`No booking had the vehicle at that time.`}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput
          control={control}
          name="amount"
          label={t`Amount`}
          currency={own}
          hint={own === fine.currency ? undefined : t`The notice says ${notice}.`}
          limits={limits.amount}
        />
        <AmountInput
          control={control}
          name="handlingFee"
          label={t`Handling fee`}
          currency={own}
          limits={limits.handlingFee}
        />
      </div>
      <p className="text-sm text-slate">
        <Trans>The amount also counts as a cost of the vehicle, since the company pays the authority.</Trans>
      </p>
    </DialogForm>
  );
}
