import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";

interface Props {
  item: { isDirty: boolean; isSaving: boolean; problem: string | null; reset: () => void };
}

/** The end of a form that edits an item of the draft; the form's own submit saves. */
export function SaveBar({ item }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" disabled={!item.isDirty || item.isSaving}>
        <Trans>Save to the draft</Trans>
      </Button>
      {item.isDirty && (
        <Button look="quiet" onClick={item.reset}>
          <Trans>Undo my changes</Trans>
        </Button>
      )}
      <FormProblem text={item.problem} />
    </div>
  );
}
