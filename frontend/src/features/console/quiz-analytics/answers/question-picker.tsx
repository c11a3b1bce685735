import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { controlClass } from "@/components/ui/field";

interface Props {
  questions: components["schemas"]["QuestionFigures"][];
  chosen: string | undefined;
  onChoose: (questionId: string) => void;
}

/** Which question is looked at; ▲▼ says that some answer of it differs by more than chance. */
export function QuestionPicker({ questions, chosen, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <label className="mt-3 block max-w-2xl text-xs text-muted">
      <span className="mb-1 block px-1">{t`Question`}</span>
      <select
        className={controlClass("min-h-11 py-0 text-sm")}
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value)}
      >
        {questions.map(({ questionId, questionText, answers }, index) => (
          <option key={questionId} value={questionId}>
            {`${index + 1}. ${questionText}${answers.some(({ significant }) => significant) ? " ▲▼" : ""}`}
          </option>
        ))}
      </select>
    </label>
  );
}
