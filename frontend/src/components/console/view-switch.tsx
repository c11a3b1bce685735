import { Trans, useLingui } from "@lingui/react/macro";

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
