import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { customerEmailRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { SelectField } from "@/components/ui/field";
import { api, bodyOf } from "@/lib/api";
import { type BookingDetail, bookingQuery } from "../api";

interface Props {
  booking: BookingDetail;
  onClose: () => void;
}

/** An email to the customer: a text to begin with, to be changed and sent. */
export function EmailDialog({ booking, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: draftOf(booking, suggested(booking)) });
  const { control } = form;
  const { code, subject, body } = form.watch();
  const submit = useSubmit(
    form,
    ({ subject, body }: { subject: string; body: string }) =>
      bodyOf(
        api.POST("/api/admin/bookings/{booking_id}/emails", {
          params: { path: { booking_id: booking.id } },
          body: { subject, body },
        }),
      ),
    {
      failed: {
        title: t`Couldn't send the email`,
        refused: t`Your text is still here. Try again.`,
        unreachable: t`Your text is still here. Try again.`,
      },
      done: {
        title: t`On its way`,
        description: t`Sending the email to ${{ customerName: booking.customerName }}.`,
      },
      onDone: (answer) => {
        client.setQueryData(bookingQuery(booking.id).queryKey, answer);
        onClose();
      },
    },
  );
  return (
    <DialogForm
      isWide
      title={t`Write to ${{ customerName: booking.customerName }}`}
      description={t`To ${{ customerEmail: booking.customerEmail }}. Replies go to your company's email.`}
      submit={submit}
      confirm={t`Send email`}
      isBlocked={!subject.trim() || !body.trim()}
      onClose={onClose}
    >
      <SelectField
        label={t`Template`}
        value={code}
        onChange={(event) => form.reset(draftOf(booking, event.target.value))}
      >
        {booking.templates.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextInput
        control={control}
        name="subject"
        label={t`Subject`}
        required
        maxLength={limits.subject.maxLength}
      />
      <AreaInput control={control} name="body" label={t`Text`} rows={12} maxLength={limits.body.maxLength} />
    </DialogForm>
  );
}

function suggested({ status, history }: BookingDetail): string {
  const change = history.findLast((happening) => happening.kind === "status");
  if (change?.fromStatus === "cancelled") return "restored";
  if (status === "cancelled") return "cancellation";
  return status === "pending" ? "information" : "confirmation";
}

function draftOf(booking: BookingDetail, code: string) {
  const template = booking.templates.find((each) => each.code === code) ?? booking.templates[0];
  return { code, subject: template?.subject ?? "", body: template?.body ?? "" };
}
