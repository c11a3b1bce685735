import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Figure } from "@/components/console/figure";
import type { Affiliate } from "../api";
import { partsInWords } from "../words";

interface Props {
  affiliate: Affiliate;
  money: (amount: number) => string;
}

/** One affiliate's money: owed, earned, paid, and what it brought. */
export function AffiliateFigures({ affiliate, money }: Props) {
  const { t } = useLingui();
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={t`Owed`}
        explanation={t`Earned, minus voided and refused commissions, minus payouts.`}
        value={money(affiliate.commissionOwed)}
        note={partsInWords(
          {
            payable: affiliate.commissionPayable,
            pending: affiliate.commissionPending,
            held: affiliate.commissionHeld,
          },
          money,
        )}
      />
      <Figure
        name={t`Earned`}
        explanation={t`Commission on all bookings, except cancelled ones and refused commissions.`}
        value={money(affiliate.totalEarnings)}
      />
      <Figure
        name={t`Paid`}
        explanation={t`All payouts that were not reversed.`}
        value={money(affiliate.commissionPaid)}
      />
      <Figure
        name={t`Revenue`}
        explanation={t`Total value of bookings, excluding cancelled ones.`}
        value={money(affiliate.revenueGenerated)}
        note={plural({ count: affiliate.bookingsCount }, { one: "# booking", other: "# bookings" })}
      />
    </div>
  );
}
