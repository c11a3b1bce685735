import { useLingui } from "@lingui/react/macro";
import { Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { components } from "@/api/schema.gen";
import { formatMoney, formatNumber } from "@/lib/format";
import { monthName } from "../rules/words";

type Month = components["schemas"]["ReportMonth"];

interface Props {
  months: readonly Month[];
  currency: string;
}

const small = { fontSize: 12, fill: "var(--muted)" };

/** Revenue of each month, with that of the year before as a wider bar behind it. */
export default function MonthPicture({ months, currency }: Props) {
  const { t } = useLingui();
  const severalYears = new Set(months.map(({ key }) => key.slice(0, 4))).size > 1;
  const data = months.map((month) => ({ ...month, name: monthName(month.key, severalYears) }));
  return (
    <div
      role="img"
      aria-label={t`Revenue by month as bars, with the year before behind them. The table has the figures.`}
    >
      <ResponsiveContainer width="100%" height={280}>
        <ComposedChart
          data={data}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis xAxisId="before" dataKey="name" orientation="top" height={0} hide />
          <XAxis
            xAxisId="now"
            dataKey="name"
            // On a phone every second month: names must not run into each other.
            interval="equidistantPreserveStart"
            minTickGap={4}
            tickFormatter={(name: string) => (months.length > 6 ? name.slice(0, 3) : name)}
            tick={small}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
          />
          <YAxis
            width={56}
            tick={small}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <Tooltip
            cursor={{ fill: "var(--stone)" }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const month = payload?.[0]?.payload as (Month & { name: string }) | undefined;
              return active && month ? <MonthNote month={month} currency={currency} /> : null;
            }}
          />
          <Bar
            xAxisId="before"
            dataKey="revenueYearBefore"
            fill="var(--ridge)"
            fillOpacity={0.55}
            radius={[6, 6, 0, 0]}
            maxBarSize={64}
            isAnimationActive={false}
          />
          <Bar
            xAxisId="now"
            stackId="now"
            dataKey="driven"
            fill="var(--pine)"
            maxBarSize={30}
            isAnimationActive={false}
          />
          <Bar
            xAxisId="now"
            stackId="now"
            dataKey="booked"
            fill="var(--accent)"
            radius={[4, 4, 0, 0]}
            maxBarSize={30}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <Key />
    </div>
  );
}

function MonthNote({ month, currency }: { month: Month & { name: string }; currency: string }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(Math.round(amount), currency);
  const [driven, booked, earlier] = [month.driven, month.booked, month.revenueYearBefore ?? 0].map(money);
  return (
    <div className="tabular rounded-xl border border-line bg-panel px-3 py-2 text-sm shadow-card">
      <p className="font-semibold">
        {month.name}: {money(month.revenue)}
      </p>
      <p className="text-slate">{t`Driven ${driven}, booked ${booked}`}</p>
      <p className="text-slate">{t`A year earlier ${earlier}`}</p>
    </div>
  );
}

function Key() {
  const { t } = useLingui();
  const entries = [
    { color: "bg-pine", name: t({ message: "Driven", context: "state of a rental" }) },
    { color: "bg-accent", name: t({ message: "Booked", context: "state of a rental" }) },
    { color: "bg-ridge", name: t`A year earlier` },
  ];
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-slate">
      {entries.map(({ color, name }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={`size-3 rounded-[4px] ${color}`} /> {name}
        </li>
      ))}
    </ul>
  );
}
