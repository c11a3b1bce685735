import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import {
  freshCode,
  movedBy,
  type Option,
  translationOf,
  withoutOption,
  withQuestion,
  withTranslation,
} from "../rules/quiz";
import type { QuestionProps } from "../use-draft";
import { AnswerSuits } from "./answer-suits";
import { IconField } from "./icon-field";
import { Mover } from "./question-list";

const maxAnswers = 20;

/** What a visitor can answer. Answers are counted by their codes, whatever they say in any language. */
export function Answers({ draft, place, language, problems }: QuestionProps) {
  const { t } = useLingui();
  const question = draft.quiz.questions[place];
  if (!question) return null;
  const { id, options } = question;
  const set = (next: Option[]) => draft.change((quiz) => withQuestion(quiz, place, { options: next }));
  const put = (index: number, change: Partial<Option>) =>
    set(options.map((one, number) => (number === index ? { ...one, ...change } : one)));
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">
        <Trans>Answers</Trans>
      </legend>
      {problems.get("options") && (
        <p className="mt-1 text-sm font-medium text-danger">{problems.get("options")?.message}</p>
      )}
      <ol className="mt-2 flex flex-col gap-3">
        {options.map((option, index) => {
          const number = index + 1;
          if (language !== null) {
            return (
              <li key={option.value}>
                <TextField
                  label={t`Answer ${number}`}
                  hint={option.label}
                  lang={language}
                  maxLength={300}
                  value={translationOf(draft.quiz, language, id, option.value)}
                  onChange={(event) =>
                    draft.change((quiz) =>
                      withTranslation(quiz, language, id, option.value, event.target.value),
                    )
                  }
                />
              </li>
            );
          }
          return (
            <li key={option.value} className="flex flex-wrap items-start gap-2">
              <div className="min-w-0 grow basis-full sm:basis-60">
                <TextField
                  label={t`Answer ${number}`}
                  maxLength={300}
                  value={option.label}
                  error={
                    problems.get(`options.${index}.label`)?.message ??
                    problems.get(`options.${index}.value`)?.message
                  }
                  onChange={(event) => put(index, { label: event.target.value })}
                />
              </div>
              <div className="w-36">
                <IconField
                  value={option.icon ?? ""}
                  onChange={(icon) => put(index, { icon: icon || null })}
                />
              </div>
              <div className="mt-8 flex">
                <Mover
                  label={t`Move answer ${number} up`}
                  disabled={index === 0}
                  onClick={() => set(movedBy(options, index, -1))}
                >
                  <ArrowUp aria-hidden size={16} />
                </Mover>
                <Mover
                  label={t`Move answer ${number} down`}
                  disabled={index === options.length - 1}
                  onClick={() => set(movedBy(options, index, 1))}
                >
                  <ArrowDown aria-hidden size={16} />
                </Mover>
                <Mover
                  label={t`Delete answer ${number}`}
                  disabled={false}
                  onClick={() => draft.change((quiz) => withoutOption(quiz, place, option.value))}
                >
                  <X aria-hidden size={16} />
                </Mover>
              </div>
              <div className="basis-full">
                <MediaPicker
                  label={t`Photo of answer ${number}`}
                  value={option.picture ?? null}
                  onChange={(mediaId) => put(index, { picture: mediaId ? { mediaId } : null })}
                />
              </div>
              <AnswerSuits option={option} number={number} onChange={(change) => put(index, change)} />
            </li>
          );
        })}
      </ol>
      {language === null && options.length < maxAnswers && (
        <Button
          access="draft"
          look="plain"
          className="mt-2"
          onClick={() =>
            set([
              ...options,
              {
                value: freshCode(
                  options.map((one) => one.value),
                  "a",
                ),
                label: "",
              },
            ])
          }
        >
          <Plus aria-hidden size={18} />
          <Trans>Add an answer</Trans>
        </Button>
      )}
    </fieldset>
  );
}
