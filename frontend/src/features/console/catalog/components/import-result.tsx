import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import type { ImportAnswer } from "@/features/console/shared/catalog-draft/api";
import { ChangeList } from "@/features/console/shared/catalog-draft/change-list";

interface Props {
  answer: ImportAnswer;
  isBusy: boolean;
  onApply: () => void;
}

/** What a file would change, or every error at its line. */
export function ImportResult({ answer: { errors, changes }, isBusy, onApply }: Props) {
  if (errors.length > 0)
    return (
      <div role="alert" className="rounded-card border border-danger p-4 text-sm">
        <p className="font-semibold">
          <Trans>Couldn't import. Please correct:</Trans>
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {errors.map(({ line, field, message }) => (
            <li key={`${line}/${field}`}>
              {line !== null && (
                <b>
                  <Trans>Line {line}</Trans>:{" "}
                </b>
              )}
              <code>{field}</code>: {message}
            </li>
          ))}
        </ul>
      </div>
    );
  if (changes.length === 0)
    return (
      <p className="text-sm">
        <Trans>The file matches the draft. Nothing to import.</Trans>
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <ChangeList changes={changes} />
      <Button className="self-start" disabled={isBusy} onClick={onApply}>
        <Plural value={changes.length} one="Import # change" other="Import # changes" />
      </Button>
    </div>
  );
}
