import type { ReactNode } from "react";
import { Explained } from "@/components/console/explained";

interface Props {
  name: string;
  explanation: string;
  value: string | undefined;
  note?: ReactNode;
}

/** One figure, with what it counts on hover or focus. */
export function Figure({ name, explanation, value, note }: Props) {
  return (
    <div className="rounded-card border border-line bg-panel p-4">
      <Explained name={name} explanation={explanation} />
      {value === undefined ? (
        <div role="status" aria-label="Loading" className="mt-2 h-8 w-24 animate-pulse rounded-lg bg-stone" />
      ) : (
        <p className="tabular mt-1 text-2xl font-bold" data-testid={name}>
          {value}
        </p>
      )}
      {note && <p className="mt-1 text-xs text-muted">{note}</p>}
    </div>
  );
}
