import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Explained } from "./explained";
import { Skeleton } from "./skeleton";

interface Props {
  name: string;
  /** A description, on hover or focus. */
  explanation?: string;
  /** Undefined while loading. */
  value: string | undefined;
  /** Below the figure: its parts, or its change. */
  note?: ReactNode;
  isLarge?: boolean;
  /** Shows the figure elsewhere, such as in a chart that it can be chosen for. */
  choice?: { label: string; isChosen: boolean; onChoose: () => void } | undefined;
}

/** One figure with its name. Requires a Tooltip.Provider when it has a description. */
export function Figure({ name, explanation, value, note, isLarge = false, choice }: Props) {
  return (
    <div
      className={clsx(
        "rounded-card border bg-panel p-4 break-words hyphens-auto",
        choice?.isChosen ? "border-pine" : "border-line",
      )}
    >
      {explanation ? (
        <Explained name={name} explanation={explanation} />
      ) : (
        <p className="text-sm text-slate">{name}</p>
      )}
      {value === undefined ? (
        <Skeleton className={clsx("mt-1 w-24 rounded-lg", isLarge ? "h-10" : "h-8")} />
      ) : (
        <p
          className={clsx(
            "tabular mt-1 font-bold",
            isLarge ? "text-3xl leading-10 tracking-tight" : "text-xl sm:text-2xl",
          )}
          data-testid={name}
        >
          {choice ? (
            <button
              type="button"
              aria-pressed={choice.isChosen}
              title={choice.label}
              onClick={choice.onChoose}
              className="-my-0.5 inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {value}
            </button>
          ) : (
            value
          )}
        </p>
      )}
      {note && <div className="mt-1 text-xs text-muted">{note}</div>}
    </div>
  );
}
