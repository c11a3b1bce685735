import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { BarTip } from "@/components/charts/bar-tip";
import { formatRate } from "@/lib/format";
import type { ChainTotal } from "./api";
import { type ChainStep, chainSteps } from "./chain-rules";
import { moneyText, none } from "./rules";

export const stepTitles = {
  clicks: msg`Ad clicks`,
  visits: msg`Visits by a click`,
  sessions: msg`Quiz sessions`,
  bookings: msg`Bookings`,
  keptBookings: msg`Kept bookings`,
};

/** The steps from top to bottom: how many, of the step before, and what each cost. */
export function ChainChart({ total, currency }: { total: ChainTotal; currency: string }) {
  const { t } = useLingui();
  return (
    <ol
      aria-label={t`Steps from click to kept booking`}
      className="mt-3 grid gap-x-4 gap-y-2 lg:grid-cols-[11rem_minmax(0,1fr)_auto]"
    >
      {chainSteps(total).map((step) => (
        <Row key={step.name} step={step} currency={currency} />
      ))}
    </ol>
  );
}

function Row({
  step: { name, text, width, rate, costPer, value },
  currency,
}: {
  step: ChainStep;
  currency: string;
}) {
  const { t } = useLingui();
  const title = t(stepTitles[name]);
  const count = text ?? none;
  const lines = [
    rate === null ? "" : t`${{ rate: formatRate(rate) }} of the step before`,
    costPer === null ? "" : t`${{ cost: moneyText(costPer, currency) }} each`,
    value === null ? "" : t`worth ${{ value: moneyText(value, currency) }}`,
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 text-sm lg:col-span-3 lg:grid-cols-subgrid">
      <p className="min-w-0">{title}</p>
      <BarTip
        label={[`${title}: ${count}`, ...lines].join("; ")}
        lines={[title, count, ...lines]}
        className="order-last col-span-2 lg:order-none lg:col-span-1"
      >
        <span className="flex h-4 w-full rounded-sm bg-stone">
          {width > 0 && <span className="min-w-0.5 rounded-sm bg-pine" style={{ width: `${width}%` }} />}
        </span>
      </BarTip>
      <p className="tabular flex flex-wrap justify-end gap-x-3 text-right text-xs text-slate">
        <b className="text-sm text-ink">{count}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </li>
  );
}
