import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/console/panel";
import { formatMoney } from "@/lib/format";
import { balancesQuery } from "../api";

/** What customers owe in all; each booking is on the list. */
export function BalancesPanel() {
  const { t } = useLingui();
  const { data } = useQuery(balancesQuery);
  if (!data || data.balances.length === 0) return null;
  return (
    <Panel title={t`Balances due (${{ count: data.balances.length }})`}>
      <p className="tabular text-sm">
        {t`${{ total: formatMoney(data.total, data.currency) }} due for rentals up to today.`}
      </p>
    </Panel>
  );
}
