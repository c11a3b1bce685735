import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { formatShortMoment } from "@/lib/format";
import { type OwnBooking, writeMessage } from "../api";
import { useOwn } from "../use-own";
import { Section } from "./section";

const longest = 2000;

/** What the customer wrote, and a place to write more. The team answers by email or in the chat. */
export function MessageSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const write = useOwn(() => writeMessage(text), t`Message sent`);
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
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) write.mutate(undefined, { onSuccess: () => setText("") });
          }}
        >
          <Field label={t`Message`} hint={t`We answer by email or in the chat.`}>
            {(props) => (
              <textarea
                className={controlClass("min-h-28")}
                rows={4}
                maxLength={longest}
                required
                value={text}
                onChange={(event) => setText(event.target.value)}
                {...props}
              />
            )}
          </Field>
          <Button type="submit" look="quiet" className="justify-self-start" disabled={write.isPending}>
            <Trans>Send</Trans>
          </Button>
        </form>
      )}
    </Section>
  );
}
