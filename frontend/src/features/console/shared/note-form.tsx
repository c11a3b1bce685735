import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useForm } from "react-hook-form";
import { AreaInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";

interface Words {
  label: string;
  confirm: string;
  /** The title of the toast after a failure. */
  failed: string;
}

interface Props<A> {
  maxLength: number;
  send: (text: string) => Promise<A>;
  onDone?: (answer: A) => unknown;
  /** By default those of a note for the team. */
  words?: Words;
  className?: string;
}

/** A text that is sent on its own: by default a note for the team, which the customer never sees. */
export function NoteForm<A>({ maxLength, send, onDone, words, className }: Props<A>) {
  const { t } = useLingui();
  const { label, confirm, failed } = words ?? {
    label: t`Note for the team`,
    confirm: t`Add note`,
    failed: t`Couldn't save the note`,
  };
  const form = useForm({ defaultValues: { text: "" } });
  const kept = t`Your text is still here. Try again.`;
  const isEmpty = !form.watch("text").trim();
  useUnsavedWork(!isEmpty);
  const { onSubmit, isPending } = useSubmit(
    form,
    async ({ text }: { text: string }) => {
      const answer = await send(text.trim());
      // Keeps what was typed in the meantime.
      const now = form.getValues("text");
      form.setValue("text", now.startsWith(text) ? now.slice(text.length) : now);
      return answer;
    },
    {
      failed: { title: failed, refused: kept, unreachable: kept },
      ...(onDone && { onDone }),
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className={clsx("grid gap-2", className)}>
      <AreaInput control={form.control} name="text" label={label} rows={2} maxLength={maxLength} />
      <Button type="submit" look="quiet" className="justify-self-start" disabled={isPending || isEmpty}>
        {confirm}
      </Button>
    </form>
  );
}
