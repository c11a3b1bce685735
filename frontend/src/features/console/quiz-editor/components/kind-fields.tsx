import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import {
  isWritten,
  type Kind,
  pointsOf,
  type Question,
  withEndTranslation,
  withQuestion,
} from "../rules/quiz";
import type { QuestionProps } from "../use-draft";
import { NumberField } from "./number-field";
import { WrittenFields } from "./written-fields";

export const kindTitles: Record<Kind, MessageDescriptor> = {
  choice: msg({ message: "One answer", comment: "Kind of a question" }),
  choices: msg({ message: "Several answers", comment: "Kind of a question" }),
  scale: msg({ message: "Scale", comment: "Kind of a question" }),
  number: msg({ message: "Number", comment: "Kind of a question" }),
  text: msg({ message: "Text", comment: "Kind of a question" }),
  contact: msg({ message: "Contact", comment: "Kind of a question" }),
};

/** What belongs to a question that is not answered with one of its answers. */
export function KindFields({ draft, place, language, problems }: QuestionProps) {
  const { t } = useLingui();
  const question = draft.quiz.questions[place];
  if (!question) return null;
  const { kind = "choice", options } = question;
  const put = (change: Partial<Question>) => draft.change((quiz) => withQuestion(quiz, place, change));
  const error = problems.get("options")?.message;
  if (language !== null) return <EndsIn {...{ draft, language, question }} />;
  const first = Number(options[0]?.value ?? 1);
  const last = Number(options.at(-1)?.value ?? 5);
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">{t(kindTitles[kind])}</legend>
      {error && kind !== "choices" && !isWritten(question) && (
        <p className="mt-1 text-sm font-medium text-danger">{error}</p>
      )}
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {kind === "choices" && (
          <>
            <NumberField
              label={t`At least so many answers`}
              value={question.fewest ?? null}
              min={1}
              max={20}
              onChange={(fewest) => put({ fewest })}
            />
            <NumberField
              label={t`At most so many answers`}
              hint={t`Empty: all of them`}
              value={question.most ?? null}
              min={1}
              max={20}
              onChange={(most) => put({ most })}
            />
          </>
        )}
        {kind === "scale" && (
          <>
            <NumberField
              label={t`Lowest point`}
              value={first}
              min={-100}
              max={100}
              onChange={(next) => next !== null && put({ options: pointsOf(next, Math.max(last, next + 1)) })}
            />
            <NumberField
              label={t`Highest point`}
              hint={t`A scale has 2 to 11 points.`}
              value={last}
              min={-100}
              max={111}
              onChange={(next) =>
                next !== null && put({ options: pointsOf(Math.min(first, next - 1), next) })
              }
            />
            <TextField
              label={t`What the lowest point means`}
              maxLength={300}
              value={question.lowLabel ?? ""}
              onChange={(event) => put({ lowLabel: event.target.value || null })}
            />
            <TextField
              label={t`What the highest point means`}
              maxLength={300}
              value={question.highLabel ?? ""}
              onChange={(event) => put({ highLabel: event.target.value || null })}
            />
          </>
        )}
        {kind === "number" && (
          <>
            <NumberField
              label={t`Lowest number`}
              value={question.minimum ?? null}
              min={-1_000_000}
              max={1_000_000}
              onChange={(minimum) => put({ minimum })}
            />
            <NumberField
              label={t`Highest number`}
              value={question.maximum ?? null}
              min={-1_000_000}
              max={1_000_000}
              onChange={(maximum) => put({ maximum })}
            />
            <NumberField
              label={t`Decimals`}
              value={question.decimals ?? 0}
              min={0}
              max={2}
              onChange={(decimals) => put({ decimals: decimals ?? 0 })}
            />
            <TextField
              label={t`Unit`}
              hint={t`Such as km or €`}
              maxLength={20}
              value={question.unit ?? ""}
              onChange={(event) => put({ unit: event.target.value || null })}
            />
          </>
        )}
        {isWritten(question) && <WrittenFields question={question} error={error} onChange={put} />}
      </div>
    </fieldset>
  );
}

interface EndsProps extends Pick<QuestionProps, "draft"> {
  language: string;
  question: Question;
}

/** The ends of a scale, or the consent of a contact, in another language. */
function EndsIn({ draft, language, question }: EndsProps) {
  const { t } = useLingui();
  const { id, lowLabel, highLabel, consentText } = question;
  const written = draft.quiz.translations[language]?.questions?.[id];
  const ends = [
    { end: "lowLabel", label: t`What the lowest point means`, original: lowLabel },
    { end: "highLabel", label: t`What the highest point means`, original: highLabel },
    { end: "consentText", label: t`Consent text`, original: consentText },
  ] as const;
  return ends.map(
    ({ end, label, original }) =>
      original && (
        <TextField
          key={end}
          label={label}
          hint={original}
          lang={language}
          maxLength={end === "consentText" ? 500 : 300}
          value={written?.[end] ?? ""}
          onChange={(event) =>
            draft.change((quiz) => withEndTranslation(quiz, language, id, end, event.target.value))
          }
        />
      ),
  );
}
