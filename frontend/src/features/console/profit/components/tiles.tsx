import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import { Figure } from "@/components/console/figure";
import { formatMoney, formatRate } from "@/lib/format";
import type { ProfitReport } from "../api";

const nothing = "–";

/** The figures of the period. */
export function Tiles({ report }: { report: ProfitReport | undefined }) {
  const { t } = useLingui();
  const totals = report?.totals;
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(Math.round(amount), report?.currency);
  const margin = typeof totals?.margin === "number" ? formatRate(totals.margin) : undefined;
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          isLarge
          name={t`Revenue`}
          explanation={t`As in the report of rentals: the agreed totals, spread evenly over the rental days.`}
          value={money(totals?.revenue)}
        />
        <Figure
          isLarge
          name={t`Costs`}
          explanation={t`What counts in this period: single costs on their day, spread costs for each month.`}
          value={money(totals?.costs)}
        />
        <Figure
          isLarge
          name={t`Profit`}
          explanation={t`Revenue less costs.`}
          value={money(totals?.profit)}
          note={margin && t`${margin} of revenue`}
        />
        <Figure
          isLarge
          name={t`Occupancy`}
          explanation={t`Days on which a vehicle was rented, out of the days on which it was in service and not in the workshop.`}
          value={totals && (totals.occupancy === null ? nothing : formatRate(totals.occupancy))}
        />
      </div>
    </Tooltip.Provider>
  );
}
