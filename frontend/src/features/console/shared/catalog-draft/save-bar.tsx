import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";

interface Props {
  item: {
    isDirty: boolean;
    isSaving: boolean;
    problem: string | null;
    errors: Record<string, string>;
    reset: () => void;
  };
}

/**
 * The end of a form that edits an item of the draft; the form's own submit saves. While something is not saved it
 * stays in sight, in the place of the draft's bar.
 */
export function SaveBar({ item }: Props) {
  const wrong = Object.keys(item.errors).length;
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center gap-3",
        item.isDirty &&
          "sticky bottom-3 z-30 rounded-card border border-accent bg-panel p-3 shadow-card sm:px-5",
      )}
    >
      <Button type="submit" disabled={!item.isDirty || item.isSaving}>
        <Trans>Save to the draft</Trans>
      </Button>
      {item.isDirty && (
        <Button look="quiet" onClick={item.reset}>
          <Trans>Undo my changes</Trans>
        </Button>
      )}
      {wrong > 0 && (
        <p role="alert" className="text-sm font-medium text-danger">
          <Trans>Please check the marked fields.</Trans>
        </p>
      )}
      <FormProblem text={item.problem} />
    </div>
  );
}
