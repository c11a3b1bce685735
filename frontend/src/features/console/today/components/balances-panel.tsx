import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { adminPath } from "@/config/admin-path";
import { formatMomentDay, formatMoney } from "@/lib/format";
import { type BalanceDue, balancesQuery } from "../api";
import { Folded } from "./folded";

/** What customers owe, what the company owes, and deposits that are still held after the rental. */
export function BalancesPanel() {
  const { t } = useLingui();
  const { data } = useQuery(balancesQuery);
  if (!data || data.balances.length === 0) return null;
  return (
    <Panel
      title={t`Balances due (${{ count: data.balances.length }})`}
      description={t`${{ total: formatMoney(data.total, data.currency) }} due for rentals up to today.`}
    >
      <Folded items={data.balances}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map((each) => (
              <li key={each.bookingId} className="flex items-center justify-between gap-3 py-2 text-sm">
                <div className="min-w-0">
                  <Link
                    className="font-semibold underline-offset-4 hover:underline"
                    to={adminPath.booking(each.bookingId)}
                  >
                    {each.customerName}
                  </Link>
                  <p className="tabular truncate text-slate">
                    {each.car} · {formatMomentDay(each.pickupAt)}
                  </p>
                </div>
                <Amounts each={each} currency={data.currency} />
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}

function Amounts({ each, currency }: { each: BalanceDue; currency: string }) {
  const { t } = useLingui();
  return (
    <p className="tabular shrink-0 text-right font-bold">
      {each.due > 0 && formatMoney(each.due, currency)}
      {each.due < 0 && (
        <span className="text-danger">{t`${{ amount: formatMoney(-each.due, currency) }} to refund`}</span>
      )}
      {each.due <= 0 && each.held > 0 && (
        <span className="block text-slate">{t`deposit ${{ deposit: formatMoney(each.held, currency) }}`}</span>
      )}
    </p>
  );
}
