import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { customerEmailRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass, Field, SelectField, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { type BookingDetail, bookingQuery } from "../api";

interface Props {
  booking: BookingDetail;
  onClose: () => void;
}

/** An email to the customer: a text to begin with, to be changed and sent. */
export function EmailDialog({ booking, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(booking, suggested(booking)));
  const send = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST("/api/admin/bookings/{booking_id}/emails", {
          params: { path: { booking_id: booking.id } },
          body: { subject: draft.subject, body: draft.body },
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(bookingQuery(booking.id).queryKey, answer);
      toast({
        title: t`On its way`,
        description: t`Sending the email to ${{ customerName: booking.customerName }}.`,
      });
      onClose();
    },
    onError: (error) =>
      toast({
        kind: "destructive",
        title: t`Couldn't send the email`,
        description: sentenceOf(error, t`Your text is still here. Try again.`),
      }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    send.mutate();
  }

  return (
    <Dialog
      isWide
      title={t`Write to ${{ customerName: booking.customerName }}`}
      description={t`To ${{ customerEmail: booking.customerEmail }}. Replies go to your company's email.`}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label={t`Template`}
          value={draft.code}
          onChange={(event) => setDraft(draftOf(booking, event.target.value))}
        >
          {booking.templates.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Subject`}
          required
          maxLength={customerEmailRequestLimits.subject.maxLength}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
        />
        <Field label={t`Text`}>
          {(props) => (
            <textarea
              rows={12}
              required
              maxLength={customerEmailRequestLimits.body.maxLength}
              className={controlClass("py-3")}
              value={draft.body}
              onChange={(event) => setDraft({ ...draft, body: event.target.value })}
              {...props}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={send.isPending}>
            <Trans>Send email</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
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
