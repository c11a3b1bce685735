import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { generatePath, Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { formatMomentDay, formatMoney } from "@/lib/format";
import { type BalanceDue, balancesQuery } from "../api";

const shownAtFirst = 6;

/** What customers owe, what the company owes, and deposits that are still held after the rental. */
export function BalancesPanel() {
  const { t } = useLingui();
  const { data } = useQuery(balancesQuery);
  const [isWhole, setWhole] = useState(false);
  if (!data || data.balances.length === 0) return null;
  const shown = isWhole ? data.balances : data.balances.slice(0, shownAtFirst);
  return (
    <Panel
      title={t`Balances due (${{ count: data.balances.length }})`}
      description={t`${{ total: formatMoney(data.total, data.currency) }} still to pay for rentals until today.`}
    >
      <ul className="-my-2 divide-y divide-line">
        {shown.map((each) => (
          <li key={each.bookingId} className="flex items-center justify-between gap-3 py-2 text-sm">
            <div className="min-w-0">
              <Link
                className="font-semibold underline-offset-4 hover:underline"
                to={generatePath(paths.admin.booking, { bookingId: each.bookingId })}
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
      {data.balances.length > shown.length && (
        <Button look="plain" className="mt-3 -ml-3" onClick={() => setWhole(true)}>
          {t`Show all`}
        </Button>
      )}
    </Panel>
  );
}

function Amounts({ each, currency }: { each: BalanceDue; currency: string }) {
  const { t } = useLingui();
  return (
    <p className="tabular shrink-0 text-right font-bold">
      {each.due > 0 && formatMoney(each.due, currency)}
      {each.due < 0 && (
        <span className="text-danger">{t`${{ amount: formatMoney(-each.due, currency) }} to give back`}</span>
      )}
      {each.due <= 0 && each.held > 0 && (
        <span className="block text-slate">{t`deposit ${{ deposit: formatMoney(each.held, currency) }}`}</span>
      )}
    </p>
  );
}
