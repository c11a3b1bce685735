import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { noteRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { bookingQuery } from "../api";

const maxNoteLength = noteRequestLimits.text.maxLength;

/** A note for the team; the customer never sees it. */
export function NoteForm({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST("/api/admin/bookings/{booking_id}/notes", {
          params: { path: { booking_id: bookingId } },
          body: { text },
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(bookingQuery(bookingId).queryKey, answer);
      setText("");
    },
    onError: (error) =>
      toast({
        kind: "destructive",
        title: t`Couldn't save the note`,
        description: sentenceOf(error, t`Your note is still here. Try again.`),
      }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (text.trim()) save.mutate();
  }

  return (
    <form onSubmit={submit} className="mt-5 grid gap-2 border-t border-line pt-4">
      <Field label={t`Note for the team`}>
        {(props) => (
          <textarea
            rows={2}
            maxLength={maxNoteLength}
            className={controlClass("py-3")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            {...props}
          />
        )}
      </Field>
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        disabled={save.isPending || !text.trim()}
      >
        <Trans>Add note</Trans>
      </Button>
    </form>
  );
}
