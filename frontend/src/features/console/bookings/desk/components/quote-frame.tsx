import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { sentenceOf } from "@/lib/errors";
import type { Quote } from "../api";
import type { LiveQuote } from "../use-quote";

interface Props {
  live: LiveQuote;
  title: string;
  children: (quote: Quote) => ReactNode;
}

/** The live price: the last one stays, paler, until the next is there; what could not be priced is said above it. */
export function QuoteFrame({ live, title, children }: Props) {
  const { t } = useLingui();
  const { quote, error, isStale, refusals, retry } = live;
  const said = Object.values(refusals);
  return (
    <section aria-label={title} aria-busy={isStale} className="rounded-card border border-line bg-panel p-5">
      <h2 className="font-bold">{title}</h2>
      {error !== null && (
        <div role="alert" className="mt-3 text-sm font-medium text-danger">
          {said.length > 0 ? (
            said.map((sentence) => <p key={sentence}>{sentence}</p>)
          ) : (
            <>
              <p>{sentenceOf(error)}</p>
              <Button access="read" look="quiet" className="mt-2" onClick={retry}>
                {t`Try again`}
              </Button>
            </>
          )}
        </div>
      )}
      {!quote && !error && <Skeleton className="mt-3 h-40" />}
      {quote && (
        <div aria-busy={isStale} className={clsx("mt-3 grid gap-4", isStale && "opacity-60")}>
          {children(quote)}
        </div>
      )}
    </section>
  );
}
