import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import type { DraftState } from "../use-draft";

/** Someone else saved the draft in the meantime: what is written here stays until its author decides. */
export function Conflict({ draft }: { draft: DraftState }) {
  const { theirs } = draft;
  if (!theirs) return null;
  const who = theirs.updatedBy ?? "?";
  const when = formatMoment(theirs.updatedAt);
  return (
    <div role="alert" className="rounded-card border border-danger bg-panel p-4">
      <p className="font-semibold">
        <Trans>
          {who} saved this quiz at {when}, while you were writing.
        </Trans>
      </p>
      <p className="mt-1 text-sm text-slate">
        <Trans>What you wrote is still here. Save it in place of theirs, or go on from theirs.</Trans>
      </p>
      <ol className="mt-3 list-decimal pl-5 text-sm">
        {theirs.quiz.questions.map((question) => (
          <li key={question.id}>{question.text}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="risky" onClick={() => void draft.save()}>
          <Trans>Save mine</Trans>
        </Button>
        <Button look="quiet" onClick={draft.takeTheirs}>
          <Trans>Go on from theirs</Trans>
        </Button>
      </div>
    </div>
  );
}
