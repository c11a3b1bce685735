import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { sentenceOf } from "@/lib/errors";

interface Props {
  error: unknown;
  /** What it is that could not be shown, where the page says so. */
  title?: string | undefined;
  /** What the page does about it automatically. */
  note?: string | undefined;
  onRetry: () => void;
}

/** What could not be loaded, and another try. */
export function Problem({ error, title, note, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-danger bg-panel p-4"
    >
      <div className="min-w-0 grow basis-64">
        {title && <p className="font-semibold">{title}</p>}
        <p>{sentenceOf(error)}</p>
        {note && <p className="text-sm text-slate">{note}</p>}
      </div>
      <Button access="read" look="quiet" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
