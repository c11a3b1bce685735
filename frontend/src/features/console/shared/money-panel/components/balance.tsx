import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { formatMoney } from "@/lib/format";
import type { Money } from "../api";

/** What is due, large; of what it is made, and how much of it is paid, below. */
export function Balance({ money }: { money: Money }) {
  const { t } = useLingui();
  const { agreed, paid, due, held, customer, currency } = money;
  const share = agreed > 0 ? Math.min(100, Math.max(0, (paid / agreed) * 100)) : paid > 0 ? 100 : 0;
  const others = customer.bookings > 1 ? customer.due - due : 0;
  return (
    <div>
      <p className="text-sm text-slate">{title(due, paid)}</p>
      <p
        className={clsx("tabular text-3xl font-bold tracking-tight", due < 0 && "text-danger")}
        data-testid="due"
      >
        {formatMoney(Math.abs(due), currency)}
      </p>
      <div
        className="mt-2 h-2 overflow-hidden rounded-full bg-stone"
        role="img"
        aria-label={t`${{ paid: formatMoney(paid, currency) }} of ${{ agreed: formatMoney(agreed, currency) }} paid`}
      >
        <div className="h-full rounded-full bg-pine" style={{ width: `${share}%` }} />
      </div>
      <dl className="tabular mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {(
          [
            [t`Agreed`, agreed],
            [t`Paid`, paid],
            [t`Deposit held`, held],
          ] as const
        ).map(([name, amount]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {others !== 0 && (
        <p className="mt-2 text-sm text-slate">
          {others > 0 ? (
            <Trans>This customer owes {{ amount: formatMoney(others, currency) }} for other bookings.</Trans>
          ) : (
            <Trans>
              This customer is owed {{ amount: formatMoney(-others, currency) }} for other bookings.
            </Trans>
          )}
        </p>
      )}
    </div>
  );

  function title(owed: number, given: number): string {
    if (owed > 0) return t`Amount due`;
    if (owed < 0) return t`To refund`;
    return given > 0 ? t`Paid in full` : t`Nothing to pay`;
  }
}
