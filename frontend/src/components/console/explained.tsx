import { Tooltip } from "radix-ui";

interface Props {
  name: string;
  explanation: string;
}

/** A word with its definition on hover or focus. Needs a Tooltip.Provider. */
export function Explained({ name, explanation }: Props) {
  return (
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
  );
}
