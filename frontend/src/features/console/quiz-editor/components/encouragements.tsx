import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { Problem } from "../api";
import { type Encouragement, withEncouragement } from "../rules/quiz";
import type { DraftState } from "../use-draft";
import { Mover } from "./question-list";

const maxEncouragements = 10;

interface Props {
  draft: DraftState;
  language: string | null;
  problems: ReadonlyMap<string, Problem>;
}

/** Encouragements, by the share of the quiz that is done. */
export function Encouragements({ draft, language, problems }: Props) {
  const { t } = useLingui();
  const { encouragements, translations } = draft.quiz;
  const set = (next: Encouragement[]) =>
    draft.change((quiz) => ({
      ...quiz,
      encouragements: next.sort((one, other) => one.atPercent - other.atPercent),
    }));
  const translated = (atPercent: number) =>
    translations[language ?? ""]?.encouragements?.find((one) => one.atPercent === atPercent)?.text ?? "";
  return (
    <Panel title={t`Encouragements`} description={t`Shown once, on the first question past their mark.`}>
      <ul className="flex flex-col gap-3">
        {encouragements.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be at one mark while they are written
          <li key={index} className="flex items-end gap-2">
            <div className="w-24 shrink-0">
              <TextField
                label={t`At, %`}
                type="number"
                min={1}
                max={100}
                disabled={language !== null}
                value={item.atPercent}
                error={problems.get(`${index}.atPercent`)?.message}
                onChange={(event) => {
                  const atPercent = Math.min(100, Math.max(1, Number(event.target.value) || 1));
                  draft.change((quiz) => ({
                    ...quiz,
                    encouragements: quiz.encouragements.map((one, number) =>
                      number === index ? { ...one, atPercent } : one,
                    ),
                  }));
                }}
                onBlur={() => set([...encouragements])}
              />
            </div>
            <div className="min-w-0 grow">
              <TextField
                label={t`Text`}
                lang={language ?? undefined}
                hint={language === null ? undefined : item.text}
                maxLength={300}
                value={language === null ? item.text : translated(item.atPercent)}
                error={problems.get(`${index}.text`)?.message}
                onChange={(event) => {
                  const text = event.target.value;
                  draft.change((quiz) => withEncouragement(quiz, language, item.atPercent, text));
                }}
              />
            </div>
            {language === null && (
              <Mover
                label={t`Delete this encouragement`}
                disabled={false}
                onClick={() => set(encouragements.filter((_, number) => number !== index))}
              >
                <X aria-hidden size={16} />
              </Mover>
            )}
          </li>
        ))}
      </ul>
      {language === null && encouragements.length < maxEncouragements && (
        <Button
          access="draft"
          look="plain"
          className="mt-2"
          onClick={() => set([...encouragements, { atPercent: freeMark(encouragements), text: "" }])}
        >
          <Plus aria-hidden size={18} />
          <Trans>Add an encouragement</Trans>
        </Button>
      )}
    </Panel>
  );
}

/** A mark that none has yet: halfway, or the next one after it. */
function freeMark(encouragements: readonly Encouragement[]): number {
  const taken = new Set(encouragements.map((one) => one.atPercent));
  let mark = 50;
  while (taken.has(mark)) mark = (mark % 100) + 1;
  return mark;
}
