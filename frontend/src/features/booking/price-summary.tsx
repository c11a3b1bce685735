import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import type { Quote } from "./api";

interface Props {
  quote: UseQueryResult<Quote>;
  /** Leads to what the server refused of the earlier steps, if that is why there is no price. */
  onCorrect: (() => void) | undefined;
}

export function PriceSummary({ quote, onCorrect }: Props) {
  return (
    <section
      aria-label="Price summary"
      aria-live="polite"
      aria-busy={quote.isFetching}
      className="rounded-card border border-line bg-white p-5"
    >
      {quote.data ? (
        <Lines quote={quote.data} fading={quote.isPlaceholderData} />
      ) : quote.isError ? (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>
            <strong>The price did not arrive.</strong> {reason(quote.error)} Everything you entered is kept.
          </p>
          <button
            type="button"
            className="min-h-11 font-semibold text-pine underline underline-offset-4"
            onClick={onCorrect ?? (() => quote.refetch())}
          >
            {onCorrect ? "Change it" : "Try again"}
          </button>
        </div>
      ) : (
        <div
          role="status"
          aria-label="Working out the price"
          className="h-24 animate-pulse rounded-xl bg-stone"
        />
      )}
    </section>
  );
}

function reason(error: Error): string {
  if (error instanceof ApiError) {
    const fields = error.body?.fields?.map((item) => item.message).join(". ");
    return fields ? `${fields}.` : (error.sentence ?? "");
  }
  return navigator.onLine ? "We could not be reached." : "You are offline.";
}

function Lines({ quote, fading }: { quote: Quote; fading: boolean }) {
  return (
    <div className={fading ? "opacity-60 transition-opacity" : undefined}>
      <ul className="flex flex-col gap-2 text-sm">
        {quote.lines.map((line) => (
          <li key={line.code} className="flex justify-between gap-4">
            <span>
              {line.label}
              {line.quantity > 1 && (
                <span className="text-muted">{` · ${line.quantity} × ${formatMoney(line.unitPrice)}`}</span>
              )}
            </span>
            <span className="tabular shrink-0 font-medium">{formatMoney(line.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-baseline justify-between border-t border-line pt-3">
        <span className="font-bold">Total</span>
        <span className="tabular text-2xl font-bold">{formatMoney(quote.totalPrice)}</span>
      </p>
    </div>
  );
}
