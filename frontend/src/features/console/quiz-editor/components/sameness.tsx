import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { withSameness } from "../rules/quiz";
import type { DraftState } from "../use-draft";

interface Props {
  draft: DraftState;
  id: string;
  before: string;
  taken: readonly string[];
  error: string | undefined;
  onSelect: (id: string) => void;
}

/** Whether new words ask the same: then the figures of the question go on. */
export function Sameness({ draft, id, before, taken, error, onSelect }: Props) {
  const isSame = draft.quiz.sameQuestions.includes(id);
  return (
    <fieldset className="rounded-xl bg-stone p-4">
      <legend className="sr-only">
        <Trans>The wording changed</Trans>
      </legend>
      <p className="text-sm">
        <Trans>
          Visitors are asked “{before}” now. Does this still ask the same? Then its figures go on; a new
          question begins with its own figures.
        </Trans>
      </p>
      {error && <p className="mt-2 text-sm font-medium text-danger">{error}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          access="draft"
          look={isSame ? "primary" : "quiet"}
          aria-pressed={isSame}
          onClick={() => draft.change((quiz) => withSameness(quiz, id, true, taken))}
        >
          <Trans>The same question</Trans>
        </Button>
        <Button
          access="draft"
          look="quiet"
          onClick={() => {
            const place = draft.quiz.questions.findIndex((one) => one.id === id);
            const next = withSameness(draft.quiz, id, false, taken);
            draft.change(() => next);
            onSelect(next.questions[place]?.id ?? id);
          }}
        >
          <Trans>A new question</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
