import { useLingui } from "@lingui/react/macro";
import BarChart from "@/components/charts/bar-chart";
import { formatMoney } from "@/lib/format";
import type { ProfitReport } from "../api";
import { monthName } from "../words";

type Props = Pick<ProfitReport, "months" | "currency">;

/** Costs of each month, with its revenue as a wider bar behind them. */
export default function MonthChart({ months, currency }: Props) {
  const { t } = useLingui();
  const severalYears = new Set(months.map(({ key }) => key.slice(0, 4))).size > 1;
  const rows = months.map(({ key, revenue, costs }) => {
    const name = monthName(key, severalYears);
    const shortName = months.length > 6 ? name.slice(0, 3) : name;
    return { id: key, name, shortName, values: { costs, revenue } };
  });
  return (
    <BarChart
      label={t`Costs by month as bars, with revenue behind them. The table by month has the figures.`}
      rows={rows}
      series={[{ id: "costs", name: t`Costs`, color: "accent" }]}
      behind={{ id: "revenue", name: t`Revenue`, color: "pine" }}
      axisTitle={t`Amount, ${currency}`}
      valueText={(amount) => formatMoney(Math.round(amount), currency)}
    />
  );
}
