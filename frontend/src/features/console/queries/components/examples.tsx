import { Trans, useLingui } from "@lingui/react/macro";
import { EmptyState } from "@/components/ui/empty-state";
import { examples } from "../rules/examples";

/** What to begin with, before anything was run. */
export function Examples({ onChoose }: { onChoose: (sql: string) => void }) {
  const { t } = useLingui();
  return (
    <EmptyState title={t`Run a query to see its rows`}>
      <p>
        <Trans>Write a SELECT over the listed tables, or start from an example:</Trans>
      </p>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {examples.map(({ title, sql }) => (
          <li key={sql}>
            <button
              type="button"
              className="min-h-11 rounded-full border border-line px-4 text-sm font-semibold hover:bg-stone"
              onClick={() => onChoose(sql)}
            >
              {t(title)}
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
