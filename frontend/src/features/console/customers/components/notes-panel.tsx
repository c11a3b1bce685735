import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { customerNoteRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/format";
import { addNote, type CustomerDetail, customersKey } from "../api";

/** What the team wrote about a customer, who never sees it. */
export function NotesPanel({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const save = useMutation({
    mutationFn: () => addNote(customer.id, text),
    onSuccess: () => {
      setText("");
      return client.invalidateQueries({ queryKey: customersKey });
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
    <Panel title={t`Notes`}>
      <ul className="mb-4 grid gap-3 empty:hidden">
        {customer.notes.map((note) => (
          <li key={note.createdAt} className="rounded-xl bg-stone px-4 py-3 text-sm">
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
            <p className="tabular mt-1 text-xs text-slate">
              {[note.adminName, formatMoment(note.createdAt)].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="grid gap-2">
        <Field label={t`Note for the team`}>
          {(props) => (
            <textarea
              rows={2}
              maxLength={customerNoteRequestLimits.text.maxLength}
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
    </Panel>
  );
}
