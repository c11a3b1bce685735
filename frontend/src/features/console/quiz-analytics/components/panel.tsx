import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useViewContext } from "./view-context";

interface Props {
  title: string;
  description: ReactNode;
  /** What can be done with it, at the right. */
  children?: ReactNode;
}

/** The head of a section: its name, which on a phone its fold bears, and, in a sentence, how to read it. */
export function SectionHead({ title, description, children }: Props) {
  // Where figures are only read, nothing folds.
  const isCollapsible = useViewContext() !== null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 max-w-3xl">
        <h2 className={clsx("text-lg font-bold", isCollapsible && "max-md:hidden")}>{title}</h2>
        <p className="mt-0.5 text-sm text-slate">{description}</p>
      </div>
      {children}
    </div>
  );
}

/** Two ways to look at the same figures. */
export function ViewSwitch({ asTable, onChange }: { asTable: boolean; onChange: (table: boolean) => void }) {
  const { t } = useLingui();
  return (
    <fieldset className="flex rounded-xl border border-line bg-panel p-0.5 text-sm">
      <legend className="sr-only">
        <Trans>Show as</Trans>
      </legend>
      {[false, true].map((table) => (
        <button
          key={String(table)}
          type="button"
          aria-pressed={asTable === table}
          onClick={() => onChange(table)}
          className="min-h-10 rounded-[0.6rem] px-3.5 font-medium text-slate aria-pressed:bg-stone aria-pressed:text-ink"
        >
          {table ? t`Table` : t`Chart`}
        </button>
      ))}
    </fieldset>
  );
}
