import { Tooltip } from "radix-ui";

interface Props {
  name: string;
  explanation: string;
  value: string | undefined;
  before: string | undefined;
}

/** One figure, what it counts on hover or focus, and the period before. */
export function Tile({ name, explanation, value, before }: Props) {
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
        <div role="status" aria-label="Loading" className="mt-2 h-9 w-24 animate-pulse rounded-lg bg-stone" />
      ) : (
        <p className="tabular mt-1 text-3xl font-bold" data-testid={name}>
          {value}
        </p>
      )}
      <p className="tabular mt-1 h-5 text-xs text-muted">
        {before === undefined ? "" : `${before} the period before`}
      </p>
    </div>
  );
}
