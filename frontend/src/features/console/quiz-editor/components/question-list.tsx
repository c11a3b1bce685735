import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Plus, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { AnswerIcon } from "@/components/ui/answer-icon";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import type { Problem } from "../api";
import { type Kind, kinds, movedBy, type Question } from "../rules/quiz";
import { kindTitles } from "./kind-fields";

interface Props {
  questions: Question[];
  problems: readonly Problem[];
  selected: string | null;
  onSelect: (id: string) => void;
  onChange: (questions: Question[]) => void;
  onAdd: (kind: Kind) => void;
}

/** The questions in their order. */
export function QuestionList({ questions, problems, selected, onSelect, onChange, onAdd }: Props) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>("choice");
  return (
    <nav aria-label={t`Questions`} className="flex flex-col gap-2">
      <ol className="flex max-h-80 flex-col gap-1 overflow-y-auto rounded-card border border-line bg-panel p-2 lg:max-h-none">
        {questions.map((question, place) => {
          const isSelected = question.id === selected;
          const name = question.text || t`Unwritten question`;
          const hasProblem = problems.some(
            ({ field }) => field === `questions.${place}` || field.startsWith(`questions.${place}.`),
          );
          return (
            <li key={question.id} className="flex items-center">
              <button
                type="button"
                aria-current={isSelected || undefined}
                onClick={() => onSelect(question.id)}
                className={clsx(
                  "flex min-h-11 min-w-0 grow items-center gap-2 rounded-xl px-2 py-1 text-left text-sm",
                  isSelected ? "bg-pine text-on-pine" : "hover:bg-stone",
                )}
              >
                <span className="shrink-0">
                  <AnswerIcon name={question.icon ?? "circle-help"} />
                </span>
                <span className="line-clamp-2 min-w-0 grow break-words">{name}</span>
                {hasProblem && <TriangleAlert size={18} aria-label={t`Something is missing here`} />}
              </button>
              <Mover
                label={t`Move ${{ question: name }} up`}
                disabled={place === 0}
                onClick={() => onChange(movedBy(questions, place, -1))}
              >
                <ArrowUp aria-hidden size={16} />
              </Mover>
              <Mover
                label={t`Move ${{ question: name }} down`}
                disabled={place === questions.length - 1}
                onClick={() => onChange(movedBy(questions, place, 1))}
              >
                <ArrowDown aria-hidden size={16} />
              </Mover>
            </li>
          );
        })}
      </ol>
      <SelectField
        label={t`Kind of the new question`}
        value={kind}
        onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? "choice")}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(kindTitles[one])}
          </option>
        ))}
      </SelectField>
      <Button access="draft" look="quiet" onClick={() => onAdd(kind)}>
        <Plus aria-hidden size={18} />
        <Trans>Add a question</Trans>
      </Button>
    </nav>
  );
}

interface MoverProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Keeps the keyboard's place: a button that cannot move any further is only marked as disabled. */
export function Mover({ label, disabled, onClick, children }: MoverProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-slate hover:bg-stone aria-disabled:opacity-30"
    >
      {children}
    </button>
  );
}
