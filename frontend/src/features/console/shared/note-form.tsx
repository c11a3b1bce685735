import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useForm } from "react-hook-form";
import { AreaInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";

interface Props<A> {
  maxLength: number;
  send: (text: string) => Promise<A>;
  onDone: (answer: A) => unknown;
  className?: string;
}

/** A note for the team about a booking or a customer, who never sees it. */
export function NoteForm<A>({ maxLength, send, onDone, className }: Props<A>) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { text: "" } });
  const { onSubmit, isPending } = useSubmit(form, ({ text }: { text: string }) => send(text), {
    failed: {
      title: t`Couldn't save the note`,
      refused: t`Your note is still here. Try again.`,
      unreachable: t`Your note is still here. Try again.`,
    },
    onDone: (answer) => {
      form.reset();
      return onDone(answer);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className={clsx("grid gap-2", className)}>
      <AreaInput
        control={form.control}
        name="text"
        label={t`Note for the team`}
        rows={2}
        maxLength={maxLength}
      />
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        disabled={isPending || !form.watch("text").trim()}
      >
        <Trans>Add note</Trans>
      </Button>
    </form>
  );
}
