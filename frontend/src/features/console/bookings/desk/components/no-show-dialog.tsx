import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { noShowRequestLimits as limits } from "@/api/limits.gen";
import { Check } from "@/components/console/check";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { type BookingDetail, bookingQuery, listKey } from "../../api";
import { markNoShow } from "../api";

/** The customer did not come: the booking is cancelled and its vehicle free. Says so to the customer if the desk wants. */
export function NoShowDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const template = booking.templates.find(({ code }) => code === "cancellation");
  const [reason, setReason] = useState("");
  const [tells, setTells] = useState(false);
  const [body, setBody] = useState(template?.body ?? "");
  const mark = useMutation({
    mutationFn: () =>
      markNoShow(booking.id, {
        seenAt: booking.updatedAt,
        reason,
        message: tells ? { subject: template?.subject ?? booking.reference, body } : null,
      }),
    onSuccess: (answer) => {
      client.setQueryData(bookingQuery(booking.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: [listKey] });
      toast({ title: t`Marked as no-show`, description: t`The vehicle is available again.` });
      onClose();
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    mark.mutate();
  }
  return (
    <Dialog
      isWide={tells}
      title={t`Mark ${{ name: booking.customerName }} as no-show?`}
      description={t`The booking is cancelled, its vehicle is freed and any commission is voided. You can revert this.`}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t`What happened (optional)`}
          hint={t`Saved in the booking history.`}
          maxLength={limits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {booking.customerEmail.includes("@") && (
          <Check
            label={t`Email the customer`}
            checked={tells}
            onChange={(event) => setTells(event.target.checked)}
          />
        )}
        {tells && (
          <Field label={t`Text`}>
            {(props) => (
              <textarea
                rows={9}
                required
                className={controlClass("py-3")}
                value={body}
                onChange={(event) => setBody(event.target.value)}
                {...props}
              />
            )}
          </Field>
        )}
        <FormProblem text={mark.error ? sentenceOf(mark.error) : null} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button type="submit" look="risky" disabled={mark.isPending || (tells && !body.trim())}>
            <Trans>Mark as no-show</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
