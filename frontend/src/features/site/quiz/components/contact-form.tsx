import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { TextField } from "@/components/ui/field";
import { readContact } from "@/features/site/quiz/quiz-contact";
import { checkForBots } from "@/features/site/shared/bot-check/bot-check";
import { siteConfig } from "@/lib/site-config";
import type { ContactField, Question } from "../rules";
import { Continue } from "./continue-button";

interface Props {
  question: Question;
  selected: string | undefined;
  busy: boolean;
  onAnswer: (value: string) => void;
}

type Problem = ContactField | "consent";

const inputs = {
  name: { autoComplete: "name", maxLength: 160 },
  email: { type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel", maxLength: 60 },
} as const;

/** Name, email and phone, sent only with the visitor's consent. */
export function ContactForm({ question, selected, busy, onAnswer }: Props) {
  const { t } = useLingui();
  const { asks = [], requires = [] } = question;
  const [values, setValues] = useState<Partial<Record<ContactField, string>>>(() => readContact(selected));
  const [hasConsented, setConsented] = useState(Boolean(selected));
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const given = (name: ContactField) => values[name]?.trim() ?? "";
  const reach = asks.filter((name) => name !== "name");
  const isUnreachable = reach.every((name) => !given(name));

  function problemOf(name: Problem): string | undefined {
    if (name === "consent") return hasConsented ? undefined : t`Tick the box to send your contact details`;
    const value = given(name);
    if (!value && requires.includes(name)) return t`Please fill in this field`;
    if (!value && isUnreachable && name === reach[0])
      return reach.length > 1 ? t`Enter an email or a phone number` : t`Please fill in this field`;
    if (name === "email" && value && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
      return t`Please enter a valid email address`;
    if (name === "phone" && value && value.replace(/\D/g, "").length < 5)
      return t`Please enter a valid phone number`;
    return undefined;
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = [...asks, "consent" as const].find((name) => problemOf(name));
    if (wrong) {
      setShown(true);
      form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    // Like the other forms: a failure is only logged.
    void checkForBots("quiz_contact");
    onAnswer(
      JSON.stringify(Object.fromEntries(asks.flatMap((name) => (given(name) ? [[name, given(name)]] : [])))),
    );
  };

  const labels = { name: t`Name`, email: t`Email`, phone: t`WhatsApp or phone number` };
  const consentProblem = shown ? problemOf("consent") : undefined;
  return (
    <form ref={form} noValidate onSubmit={submit} className="mx-auto flex w-full max-w-md flex-col gap-4">
      {asks.map((name) => (
        <TextField
          key={name}
          name={name}
          label={requires.includes(name) ? labels[name] : t`${{ field: labels[name] }} (optional)`}
          {...inputs[name]}
          placeholder={name === "phone" ? `${siteConfig().rental.phonePrefix} …` : undefined}
          required={requires.includes(name)}
          disabled={busy}
          error={shown ? problemOf(name) : undefined}
          value={values[name] ?? ""}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <div>
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name="consent"
            className="mt-0.5 size-6 shrink-0 accent-pine"
            checked={hasConsented}
            disabled={busy}
            aria-invalid={Boolean(consentProblem)}
            aria-describedby={consentProblem ? "quiz-consent" : undefined}
            onChange={(event) => setConsented(event.target.checked)}
          />
          <span className="min-w-0 break-words">{question.consentText}</span>
        </label>
        {consentProblem && (
          <p id="quiz-consent" role="alert" className="mt-1 text-sm font-medium text-danger">
            {consentProblem}
          </p>
        )}
      </div>
      <Continue busy={busy} onSkip={question.isRequired ? undefined : () => onAnswer("")} />
    </form>
  );
}
