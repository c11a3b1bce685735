import { formatMoney } from "@/lib/money";
import type { Dashboard } from "../api";

interface Props {
  totals: Dashboard["totals"];
  currency: string;
}

/** What is owed, what was paid, and how many bookings came. */
export function Totals({ totals, currency }: Props) {
  const { totalCommissionOwed: owed, totalCommissionPaid: paid, totalBookings: bookings } = totals;
  const tiles = [
    {
      name: "Commission owed",
      value: formatMoney(owed, currency),
      note:
        owed < 0
          ? "A booking was cancelled after it was paid; the next ones make up for it."
          : totals.totalCommissionInReview > 0
            ? "Comes with your next payouts; some of it is in review."
            : owed > 0
              ? "Comes with your next payout."
              : "Nothing is due just now.",
    },
    { name: "Commission paid", value: formatMoney(paid, currency), note: "Sent to you so far." },
    { name: "Total bookings", value: String(bookings), note: "Cancelled ones are not counted." },
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {tiles.map(({ name, value, note }) => (
        <div
          key={name}
          className="flex flex-col rounded-3xl bg-white p-5 shadow-card max-sm:first:col-span-2"
        >
          <dt className="text-sm font-semibold text-slate">{name}</dt>
          <dd className="tabular mt-1 text-3xl font-extrabold" data-testid={name}>
            {value}
          </dd>
          <dd className="mt-1 text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
