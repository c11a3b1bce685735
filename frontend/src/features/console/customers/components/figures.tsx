import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import { Figure } from "@/components/console/figure";
import { formatMomentDay, formatMoney, formatNumber } from "@/lib/format";
import type { CustomerDetail } from "../api";

/** What a customer booked and spent. */
export function Figures({ customer, currency }: { customer: CustomerDetail; currency: string }) {
  const { t } = useLingui();
  const { cancelled, noShows } = customer;
  const notes = [
    cancelled > 0 && plural({ count: cancelled }, { one: "# cancelled", other: "# cancelled" }),
    noShows > 0 && plural({ count: noShows }, { one: "# did not come", other: "# did not come" }),
  ].filter(Boolean);
  return (
    <Tooltip.Provider>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <Figure
          name={t`Bookings`}
          explanation={t`Without those that were cancelled.`}
          value={formatNumber(customer.bookings)}
          note={notes.join(" · ")}
        />
        <Figure
          name={t`Spent`}
          explanation={t`The totals of bookings that were confirmed.`}
          value={formatMoney(customer.spent, currency)}
        />
        <Figure
          name={t`Balance`}
          explanation={t`Amount due across all bookings. Negative if you owe the customer.`}
          value={formatMoney(customer.balance, currency)}
          note={customer.held > 0 && t`${{ amount: formatMoney(customer.held, currency) }} held as deposits`}
        />
        <Figure
          name={t`Last booked`}
          explanation={t`The day on which the newest booking was made.`}
          value={formatMomentDay(customer.lastBookedAt)}
        />
      </div>
    </Tooltip.Provider>
  );
}
