import { sentenceOf } from "@/lib/errors";
import { Button } from "./button";

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** What could not be loaded, and another try. */
export function Problem({ error, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-4 rounded-card border border-danger bg-panel p-4"
    >
      <p className="grow">{sentenceOf(error)}</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
