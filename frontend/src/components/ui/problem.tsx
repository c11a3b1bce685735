import { ApiError } from "@/lib/api";
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

/** The server's own sentence, else that it cannot be reached. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server cannot be reached. Please check your connection.";
  const wait = error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} seconds.` : "";
  return (error.sentence ?? "Something went wrong on our side. Please try again.") + wait;
}
