import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { adminPath } from "@/config/admin-path";
import { formatMoney } from "@/lib/format";
import type { Day } from "../api";
import { Folded } from "./folded";

interface Props {
  undecided: Day["undecided"];
  currency: string;
}

/** Returns whose proposed costs were neither accepted nor refused; the booking's page decides. */
export function UndecidedPanel({ undecided, currency }: Props) {
  const { t } = useLingui();
  const count = undecided.length;
  if (count === 0) return null;
  return (
    <Panel title={t`Return costs to review (${count})`}>
      <Folded items={undecided}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map(({ bookingId, reference, customerName, car, costs, amount }) => {
              const total = formatMoney(amount, currency);
              return (
                <li key={bookingId} className="py-2 text-sm">
                  <Link
                    className="font-semibold underline-offset-4 hover:underline"
                    to={adminPath.booking(bookingId)}
                  >
                    {customerName}
                  </Link>
                  <p className="text-slate">
                    {car} · {reference}
                  </p>
                  <p className="tabular font-semibold text-pine">
                    {plural(costs, { one: `# cost, ${total}`, other: `# costs, ${total}` })}
                  </p>
                </li>
              );
            })}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}
