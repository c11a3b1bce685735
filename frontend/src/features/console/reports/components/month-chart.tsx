import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import BarChart from "@/components/charts/bar-chart";
import { formatMoney } from "@/lib/format";
import { monthName } from "../rules/words";

interface Props {
  months: readonly components["schemas"]["ReportMonth"][];
  currency: string;
}

/** Revenue of each month, with that of the year before as a wider bar behind it. */
export default function MonthChart({ months, currency }: Props) {
  const { t } = useLingui();
  const severalYears = new Set(months.map(({ key }) => key.slice(0, 4))).size > 1;
  const rows = months.map(({ key, driven, booked, revenueYearBefore }) => {
    const name = monthName(key, severalYears);
    const shortName = months.length > 6 ? name.slice(0, 3) : name;
    return { id: key, name, shortName, values: { driven, booked, yearBefore: revenueYearBefore ?? null } };
  });
  return (
    <BarChart
      label={t`Revenue by month as bars, with the year before behind them. The table has the figures.`}
      rows={rows}
      series={[
        { id: "driven", name: t({ message: "Driven", context: "state of a rental" }), color: "pine" },
        { id: "booked", name: t({ message: "Booked", context: "state of a rental" }), color: "accent" },
      ]}
      behind={{ id: "yearBefore", name: t`A year earlier`, color: "ridge" }}
      axisTitle={t`Revenue, ${currency}`}
      valueText={(amount) => formatMoney(Math.round(amount), currency)}
    />
  );
}
