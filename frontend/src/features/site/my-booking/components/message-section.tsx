import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { formatShortMoment } from "@/lib/format";
import { type OwnBooking, writeMessage } from "../api";
import { useFormDraft, useOwnForm, withFormDraft } from "../use-own-form";
import { Section } from "./section";

const longest = 2000;
const empty = { text: "" };

/** What the customer wrote, and a place to write more. The team answers by email or in the chat. */
export function MessageSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: withFormDraft(empty, booking.reference) });
  const { errors } = form.formState;
  const dropSent = useFormDraft(form, empty, booking.reference);
  async function send(sent: typeof empty) {
    const answer = await writeMessage(sent.text);
    dropSent(sent);
    // What was typed meanwhile stays.
    if (form.getValues("text") === sent.text) form.reset(empty);
    return answer;
  }
  const { onSubmit, problem, isPending } = useOwnForm(form, send, t`Message sent`);
  return (
    <Section title={t`Write to us`}>
      {booking.messages.length > 0 && (
        <ul className="mb-5 grid gap-3">
          {booking.messages.map((message) => (
            <li key={message.createdAt} className="rounded-2xl bg-stone p-4">
              <p className="whitespace-pre-wrap break-words">{message.text}</p>
              <p className="tabular mt-1 text-xs text-muted">
                {[formatShortMoment(message.createdAt), message.isSeen && t`read`]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      {booking.allowed.write && (
        <form className="grid gap-3" onSubmit={onSubmit}>
          <Field label={t`Message`} hint={t`We answer by email or in the chat.`} error={errors.text?.message}>
            {(props) => (
              <textarea
                className={controlClass("min-h-28")}
                rows={4}
                maxLength={longest}
                required
                {...form.register("text", { validate: (text) => text.trim() !== "" })}
                {...props}
              />
            )}
          </Field>
          <FormProblem text={problem} />
          <Button type="submit" look="quiet" className="justify-self-start" disabled={isPending}>
            <Trans>Send</Trans>
          </Button>
        </form>
      )}
    </Section>
  );
}
