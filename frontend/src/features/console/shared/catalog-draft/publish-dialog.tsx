import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { type Draft, draftKey, publishDraft } from "./api";

interface Props {
  draft: Draft;
  onClose: () => void;
}

/** Publishes the draft that was looked at, now or at a moment. */
export function PublishDialog({ draft, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  // As it was when this was opened: what others change in the meantime is not published unseen.
  const [revision] = useState(draft.revision);
  const [note, setNote] = useState("");
  const [isLater, setLater] = useState(false);
  const [day, setDay] = useState("");
  const [time, setTime] = useState("06:00");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => publishDraft({ revision, note, time, day: isLater ? day : null }),
    onSuccess: () => {
      toast({
        title: isLater ? t`Publishing scheduled` : t`Published. Visitors see the changes within seconds.`,
      });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: draftKey }),
  });
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  return (
    <Dialog
      title={t`Publish the changes`}
      description={<Trans>Existing bookings keep their prices, as do quotes from the last hour.</Trans>}
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <TextField
          label={t`Note for the history`}
          maxLength={160}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={isLater} onChange={(event) => setLater(event.target.checked)} />
          <Trans>Schedule for later</Trans>
        </label>
        {isLater && (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              type="date"
              label={t`Day`}
              required
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
            <TextField
              type="time"
              label={t`Time`}
              required
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          </div>
        )}
        {isLater && (
          <p className="text-sm text-slate">
            <Trans>
              The draft is published as it is at that moment: changes that anyone saves until then go along.
            </Trans>
          </p>
        )}
        {fields.map(({ field, message }) => (
          <FormProblem key={field} text={`${field}: ${message}`} />
        ))}
        {error && fields.length === 0 && <FormProblem text={sentenceOf(error)} />}
        <Button type="submit" disabled={isPending || (isLater && !day)}>
          {isLater ? <Trans>Schedule</Trans> : <Trans>Publish now</Trans>}
        </Button>
      </form>
    </Dialog>
  );
}
