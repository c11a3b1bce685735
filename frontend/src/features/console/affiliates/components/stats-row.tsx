import { Figure } from "@/components/console/figure";
import { countOf } from "@/lib/counts";
import { formatMoney } from "@/lib/format";
import type { Stats } from "../api";
import { partsInWords } from "../words";

interface Props {
  stats: Stats | undefined;
  currency: string | undefined;
}

/** All affiliates together. */
export function StatsRow({ stats, currency }: Props) {
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(amount, currency);
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name="Total revenue"
        explanation="Stored totals of all bookings with an affiliate's code, without cancelled ones."
        value={money(stats?.totalRevenue)}
        note={stats && countOf(stats.totalBookings, "booking")}
      />
      <Figure
        name="Commission owed"
        explanation="Earned, less voided by cancellations and refusals, less paid."
        value={money(stats?.totalCommissionOwed)}
        note={
          stats &&
          partsInWords(
            {
              payable: stats.totalCommissionPayable,
              pending: stats.totalCommissionPending,
              held: stats.totalCommissionHeld,
            },
            (amount) => formatMoney(amount, currency),
          )
        }
      />
      <Figure
        name="Commission paid"
        explanation="All payouts that were not reversed."
        value={money(stats?.totalCommissionPaid)}
      />
      <Figure
        name="Active affiliates"
        explanation="Affiliates whose codes can be used now."
        value={stats?.activeAffiliates.toString()}
      />
    </div>
  );
}
