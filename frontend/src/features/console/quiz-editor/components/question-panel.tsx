import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/field";
import {
  isNumeric,
  isWritten,
  translationOf,
  withoutQuestion,
  withQuestion,
  withTranslation,
} from "../rules/quiz";
import type { QuestionProps } from "../use-draft";
import { Answers } from "./answers";
import { IconField } from "./icon-field";
import { KindFields } from "./kind-fields";
import { Sameness } from "./sameness";
import { SkipRules } from "./skip-rules";

interface Props extends QuestionProps {
  /** How visitors are asked it now; null for a question that is new. */
  before: string | null;
  /** It was chosen from the list. */
  isChosen: boolean;
  /** It was just added, and is written next. */
  isNew: boolean;
  /** Codes of the other questions. */
  taken: readonly string[];
  onSelect: (id: string) => void;
}

/** One question: its text, answers, and when it is skipped. */
export function QuestionPanel({ before, isChosen, isNew, taken, onSelect, ...props }: Props) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  // A long list may be between the choice and the question, or end below its top.
  useEffect(() => {
    const y = top.current?.getBoundingClientRect().top ?? 0;
    if (isChosen && (y < 120 || y > window.innerHeight - 240)) top.current?.scrollIntoView();
  }, [isChosen]);
  const { draft, place, language, problems } = props;
  const question = draft.quiz.questions[place];
  if (!question) return null;
  const { id, text } = question;
  const number = place + 1;
  return (
    <Panel title={t`Question ${number}`} description={problems.get("")?.message}>
      <div ref={top} className="flex scroll-mt-40 flex-col gap-5">
        {language === null ? (
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <TextField
              label={t`Question`}
              autoFocus={isNew}
              maxLength={300}
              value={text}
              error={problems.get("text")?.message}
              onChange={(event) =>
                draft.change((quiz) => withQuestion(quiz, place, { text: event.target.value }))
              }
            />
            <IconField
              value={question.icon ?? ""}
              onChange={(icon) => draft.change((quiz) => withQuestion(quiz, place, { icon: icon || null }))}
            />
          </div>
        ) : (
          <TextField
            label={t`Question`}
            hint={text}
            lang={language}
            maxLength={300}
            value={translationOf(draft.quiz, language, id, null)}
            onChange={(event) =>
              draft.change((quiz) => withTranslation(quiz, language, id, null, event.target.value))
            }
          />
        )}
        {language === null && before !== null && before !== text.trim() && (
          <Sameness
            draft={draft}
            id={id}
            before={before}
            taken={taken}
            error={problems.get("sameQuestion")?.message}
            onSelect={onSelect}
          />
        )}
        {(question.kind ?? "choice") !== "choice" && <KindFields {...props} />}
        {!isNumeric(question) && !isWritten(question) && <Answers {...props} />}
        {language === null && (
          <>
            <SkipRules {...props} />
            <div>
              <Button access="draft" look="plain" onClick={() => setAsking(true)}>
                <Trash2 aria-hidden size={18} />
                <Trans>Delete this question</Trans>
              </Button>
            </div>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          access="draft"
          title={t`Delete this question?`}
          description={t`Its figures stay. Rules that depend on it go with it.`}
          confirm={t`Delete`}
          onConfirm={async () => draft.change((quiz) => withoutQuestion(quiz, id))}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
