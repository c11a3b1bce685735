import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";

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
      <Tooltip.Root>
        <Tooltip.Trigger className="cursor-help text-left text-sm text-slate underline decoration-dotted underline-offset-4">
          {name}
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={6}
            className="z-50 max-w-64 rounded-xl bg-ink px-3 py-2 text-sm text-snow shadow-card"
          >
            {explanation}
            <Tooltip.Arrow className="fill-ink" />
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
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
