import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { adminPath } from "@/config/admin-path";
import type { Due } from "../api";
import { dueName, dueStates, dueTime } from "../words";
import { Folded } from "./folded";

/** Documents that run out and work that is due, the most urgent first. */
export function DuePanel({ due }: { due: readonly Due[] }) {
  const { t } = useLingui();
  if (due.length === 0) return null;
  return (
    <Panel title={t`Vehicle reminders`}>
      <Folded items={due}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map((each) => (
              <li
                key={`${each.vehicleId}${each.kind}${each.title}${each.on}${each.mileageKm}`}
                className="flex flex-wrap items-center justify-between gap-x-3 py-2 text-sm"
              >
                <span>
                  <Link
                    className="tabular font-semibold underline-offset-4 hover:underline"
                    to={adminPath.vehicle(each.vehicleId)}
                  >
                    {each.plate}
                  </Link>{" "}
                  {dueName(each)} <span className="tabular text-slate">{dueTime(each)}</span>
                </span>
                <Badge look={each.state === "expired" || each.state === "overdue" ? "warning" : "plain"}>
                  {t(dueStates[each.state])}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}
