import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LanguageTabs } from "@/components/console/language-tabs";
import { textUpTo, useUrlState } from "@/lib/url-state";
import type { Editor as EditorAnswer, Problem } from "../api";
import { freshCode, type Question, withNewQuestion } from "../rules/quiz";
import { useDraft } from "../use-draft";
import { BranchMap } from "./branch-map";
import { DraftBar } from "./draft-bar";
import { Encouragements } from "./encouragements";
import { Preview } from "./preview";
import { QuestionList } from "./question-list";
import { QuestionPanel } from "./question-panel";

interface Props {
  editor: EditorAnswer;
  started: Parameters<typeof useDraft>[1];
  basedOn: string | null;
  /** The published quiz, with which new wordings are compared. */
  live: { questions: Question[] } | null;
  onEnd: () => void;
}

const readers = { question: textUpTo(60) };

/** The draft: its questions, the selected one, and a preview. */
export function Editor({ editor, started, basedOn, live, onEnd }: Props) {
  const { t } = useLingui();
  const draft = useDraft(editor, started, basedOn);
  const [chosen, setChosen] = useState<string>();
  const [added, setAdded] = useState<string>();
  const [language, setLanguage] = useState(editor.languages[0] ?? "en");
  const [{ question: asked }, setAddress] = useUrlState(readers);
  const { quiz, stored, isChanged } = draft;
  // The server's problems belong to its version: after a change they may be outdated.
  const problems: Problem[] = isChanged ? [] : (stored?.problems ?? []);
  const place = Math.max(
    0,
    quiz.questions.findIndex((one) => one.id === asked),
  );
  const taken = live?.questions.map((one) => one.id) ?? [];
  const question = quiz.questions[place];
  function select(id: string) {
    setChosen(id);
    // flushSync: what is typed right after belongs to this question.
    setAddress({ question: id }, { flushSync: true });
  }
  return (
    <div className="flex flex-col gap-4">
      <DraftBar draft={draft} onEnd={onEnd} />
      <LanguageTabs
        language={language}
        onChoose={setLanguage}
        isMissing={(each) => !quiz.translations[each]?.questions}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] 2xl:grid-cols-[17rem_minmax(0,1fr)_24rem]">
        <QuestionList
          questions={quiz.questions}
          problems={problems}
          selected={question?.id ?? null}
          onSelect={select}
          onChange={(questions) => draft.change((before) => ({ ...before, questions }))}
          onAdd={(kind) => {
            const next = withNewQuestion(
              quiz,
              taken,
              kind,
              t`I agree to be contacted about my trip. My details are used for nothing else.`,
            );
            draft.change(() => next);
            const added = next.questions.at(-1)?.id ?? freshCode(taken, "q");
            setAdded(added);
            select(added);
          }}
        />
        <div className="flex flex-col gap-4">
          {question ? (
            <QuestionPanel
              key={question.id}
              draft={draft}
              place={place}
              language={language === editor.languages[0] ? null : language}
              problems={problemsAt(problems, `questions.${place}`)}
              isChosen={question.id === chosen}
              isNew={question.id === added}
              before={live?.questions.find((one) => one.id === question.id)?.text ?? null}
              taken={taken}
              onSelect={select}
            />
          ) : (
            <p className="rounded-card border border-line bg-panel p-6 text-slate">
              <Trans>Add a question to begin with.</Trans>
            </p>
          )}
          <BranchMap questions={quiz.questions} branches={isChanged ? null : (stored?.branches ?? null)} />
          <Encouragements
            draft={draft}
            language={language === editor.languages[0] ? null : language}
            problems={problemsAt(problems, "encouragements")}
          />
        </div>
        <Preview
          label={t`The quiz on a phone`}
          language={language}
          isFirst={language === editor.languages[0]}
          revision={stored?.revision ?? 0}
          isReady={!isChanged && stored !== null && problems.every(isAboutFigures)}
        />
      </div>
    </div>
  );
}

/** Whether a problem only concerns the figures, so that the draft can still be previewed. */
function isAboutFigures({ field }: Problem): boolean {
  return field.endsWith(".sameQuestion");
}

/** Problems below a field, with the rest of their path: `text`, `options.1.label`; empty for the field itself. */
function problemsAt(problems: readonly Problem[], field: string): Map<string, Problem> {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    if (problem.field === field) found.set("", problem);
    else if (problem.field.startsWith(`${field}.`)) found.set(problem.field.slice(field.length + 1), problem);
  }
  return found;
}
