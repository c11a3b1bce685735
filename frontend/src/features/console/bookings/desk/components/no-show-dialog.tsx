import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { noShowRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, CheckInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { type BookingDetail, bookingQuery, listKey } from "../../api";
import { markNoShow } from "../api";

interface Values {
  reason: string;
  sendsEmail: boolean;
  body: string;
}

/** The customer did not come: the booking is cancelled and its vehicle free. Emails the customer if the desk wants. */
export function NoShowDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const template = booking.templates.find(({ code }) => code === "cancellation");
  const form = useForm<Values>({
    defaultValues: { reason: "", sendsEmail: false, body: template?.body ?? "" },
  });
  const { control } = form;
  const { sendsEmail, body } = form.watch();
  const submit = useSubmit(
    form,
    ({ reason, sendsEmail, body }: Values) =>
      markNoShow(booking.id, {
        seenAt: booking.updatedAt,
        reason,
        message: sendsEmail ? { subject: template?.subject ?? booking.reference, body } : null,
      }),
    {
      refresh: [[listKey]],
      done: { title: t`Marked as no-show`, description: t`The vehicle is available again.` },
      onDone: (answer) => {
        client.setQueryData(bookingQuery(booking.id).queryKey, answer);
        onClose();
      },
    },
  );
  return (
    <DialogForm
      isWide={sendsEmail}
      title={t`Mark ${{ name: booking.customerName }} as no-show?`}
      description={t`The booking is cancelled, its vehicle is freed and any commission is voided. You can revert this.`}
      submit={submit}
      confirm={t`Mark as no-show`}
      dismiss={t`Keep`}
      look="risky"
      isBlocked={sendsEmail && !body.trim()}
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="reason"
        label={t`What happened (optional)`}
        hint={t`Saved in the booking history.`}
        maxLength={limits.reason.maxLength}
      />
      {booking.customerEmail.includes("@") && (
        <CheckInput control={control} name="sendsEmail" label={t`Email the customer`} />
      )}
      {sendsEmail && <AreaInput control={control} name="body" label={t`Text`} rows={9} />}
    </DialogForm>
  );
}
