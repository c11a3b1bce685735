import type { Dashboard, PayableOn } from "@/features/partners/shared/api";
import { payableWords } from "@/features/partners/shared/words";
import { formatMoney } from "@/lib/format";

interface Props {
  totals: Dashboard["totals"];
  currency: string;
  payableOn: PayableOn;
}

/** What is owed and of what parts it is, what was paid, and how many bookings came. */
export function Totals({ totals, currency, payableOn }: Props) {
  const { totalCommissionOwed: owed, totalCommissionPaid: paid, totalBookings: bookings } = totals;
  const money = (amount: number) => formatMoney(amount, currency);
  const parts = [
    { amount: totals.totalCommissionPayable, words: "comes with your next payout" },
    { amount: totals.totalCommissionPending, words: `becomes payable ${payableWords[payableOn]}` },
    { amount: totals.totalCommissionInReview, words: "is in review by the company" },
  ].filter(({ amount }) => amount > 0);
  const takenBack = owed < parts.reduce((sum, { amount }) => sum + amount, 0) - 0.005 || owed < 0;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      <div className="col-span-2 flex flex-col rounded-3xl bg-white p-5 shadow-card">
        <dt className="text-sm font-semibold text-slate">Commission owed</dt>
        <dd className="tabular mt-1 text-3xl font-extrabold" data-testid="Commission owed">
          {money(owed)}
        </dd>
        <dd className="mt-1 text-sm text-muted">
          {parts.length === 0 && !takenBack && "Nothing is due just now."}
          {parts.map(({ amount, words }) => (
            <span key={words} className="block">
              <strong className="tabular font-semibold text-ink">{money(amount)}</strong> {words}
            </span>
          ))}
          {takenBack && (
            <span className="block">
              A booking was cancelled after it was paid; the next ones make up for it.
            </span>
          )}
        </dd>
      </div>
      {[
        { name: "Commission paid", value: money(paid), note: "Sent to you so far." },
        { name: "Total bookings", value: String(bookings), note: "Cancelled ones are not counted." },
      ].map(({ name, value, note }) => (
        <div key={name} className="flex flex-col rounded-3xl bg-white p-5 shadow-card">
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
