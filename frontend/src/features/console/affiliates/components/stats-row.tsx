import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Figure } from "@/components/console/figure";
import { formatMoney, formatNumber } from "@/lib/format";
import type { Stats } from "../api";
import { partsInWords } from "../words";

interface Props {
  stats: Stats | undefined;
  currency: string | undefined;
}

/** All affiliates together. */
export function StatsRow({ stats, currency }: Props) {
  const { t } = useLingui();
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(amount, currency);
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={t`Total revenue`}
        explanation={t`Total value of bookings with an affiliate's code, excluding cancelled ones.`}
        value={money(stats?.totalRevenue)}
        note={stats && plural({ count: stats.totalBookings }, { one: "# booking", other: "# bookings" })}
      />
      <Figure
        name={t`Commission owed`}
        explanation={t`Earned, minus voided and refused commissions, minus payouts.`}
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
        name={t`Commission paid`}
        explanation={t`All payouts that were not reversed.`}
        value={money(stats?.totalCommissionPaid)}
      />
      <Figure
        name={t`Active affiliates`}
        explanation={t`Affiliates whose codes can be used.`}
        value={stats && formatNumber(stats.activeAffiliates)}
      />
    </div>
  );
}
