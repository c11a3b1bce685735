import { Trans, useLingui } from "@lingui/react/macro";
import { controlClass, Field } from "@/components/ui/field";
import type { Question } from "../rules/quiz";
import { NumberField } from "./number-field";

interface Props {
  question: Question;
  error: string | undefined;
  onChange: (change: Partial<Question>) => void;
}

type ContactField = NonNullable<Question["asks"]>[number];
const contactFields: readonly ContactField[] = ["name", "email", "phone"];

/** What belongs to a text or a contact. */
export function WrittenFields({ question, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Tick checked={question.isRequired ?? false} onChange={(isRequired) => onChange({ isRequired })}>
        <Trans>Has to be answered</Trans>
      </Tick>
      {question.kind === "text" ? (
        <NumberField
          label={t`Characters at most`}
          hint={t`Up to 500`}
          value={question.maxLength ?? null}
          min={1}
          max={500}
          onChange={(maxLength) => onChange({ maxLength })}
        />
      ) : (
        <Asked question={question} error={error} onChange={onChange} />
      )}
    </>
  );
}

function Asked({ question, error, onChange }: Props) {
  const { t } = useLingui();
  const { asks = [], requires = [], consentText } = question;
  const names = { name: t`Name`, email: t`Email`, phone: t`Phone` };
  const inOrder = (wanted: readonly ContactField[]) => contactFields.filter((name) => wanted.includes(name));
  const toggled = (list: readonly ContactField[], name: ContactField, isOn: boolean) =>
    inOrder(isOn ? [...list, name] : list.filter((one) => one !== name));
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <fieldset>
        <legend className="text-sm font-semibold text-slate">
          <Trans>What to ask for</Trans>
        </legend>
        <ul>
          {contactFields.map((name) => {
            const isAsked = asks.includes(name);
            return (
              <li key={name} className="flex flex-wrap gap-x-6">
                <span className="w-32">
                  <Tick
                    checked={isAsked}
                    onChange={(isOn) =>
                      onChange({
                        asks: toggled(asks, name, isOn),
                        requires: isOn ? [...requires] : toggled(requires, name, false),
                      })
                    }
                  >
                    {names[name]}
                  </Tick>
                </span>
                {isAsked && (
                  <Tick
                    label={t`${{ field: names[name] }}: required`}
                    checked={requires.includes(name)}
                    onChange={(isOn) => onChange({ requires: toggled(requires, name, isOn) })}
                  >
                    <Trans>Required</Trans>
                  </Tick>
                )}
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Field
        label={t`Consent text`}
        hint={t`Visitors tick a box beside it before they can send.`}
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={500}
            className={controlClass("min-h-24 py-2")}
            value={consentText ?? ""}
            onChange={(event) => onChange({ consentText: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

interface TickProps {
  /** Where the text alone does not say what is ticked. */
  label?: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
  children: React.ReactNode;
}

function Tick({ label, checked, onChange, children }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        aria-label={label}
        className="size-5 accent-pine"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
