import { useLingui } from "@lingui/react/macro";
import { costKinds } from "@/features/console/shared/costs/costs";
import { formatMoney, formatPercent } from "@/lib/format";
import type { ProfitReport } from "../api";

/** What the money was spent on. */
export function Kinds({ report: { kinds, totals, currency } }: { report: ProfitReport }) {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Costs by kind`}
      className="min-w-0 rounded-card border border-line bg-panel p-4 sm:p-5"
    >
      <h2 className="text-lg font-bold">{t`Costs by kind`}</h2>
      <dl className="mt-3 grid gap-3 text-sm">
        {kinds.map(({ kind, amount }) => (
          <div key={kind} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
            <dt>{t(costKinds[kind])}</dt>
            <dd className="tabular font-semibold">
              {formatMoney(Math.round(amount), currency)}
              <span className="ml-2 font-normal text-muted">
                {formatPercent((amount / totals.costs) * 100, 0)}
              </span>
            </dd>
            <span aria-hidden className="col-span-2 h-2 overflow-hidden rounded-full bg-stone">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(amount / totals.costs) * 100}%` }}
              />
            </span>
          </div>
        ))}
      </dl>
    </section>
  );
}
