import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Ban } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { adminPath } from "@/config/admin-path";
import { placeName } from "@/features/console/shared/fleet";
import { formatMoney, formatShortMoment } from "@/lib/format";
import type { Staff, Task } from "../api";
import { taskNames, taskTime } from "../words";
import { ContactLinks } from "./contact-links";
import { TaskActions } from "./task-actions";
import { TaskAssignee } from "./task-assignee";
import type { Open } from "./task-dialog";

interface Props {
  task: Task;
  staff: readonly Staff[];
  now: Date;
  onOpen: (open: Open) => void;
}

/** What there is to do, for whom, with which car, until when and for how much, and the button that does it. */
export function TaskRow({ task, staff, now, onOpen }: Props) {
  const { t } = useLingui();
  const isLate = task.kind === "late_return" || task.kind === "late_pickup";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)_auto] lg:grid-cols-[8.5rem_minmax(0,1fr)_auto_auto]">
      <div className="col-span-2 flex flex-wrap items-baseline gap-x-2 sm:col-span-1 sm:block">
        <p className="font-semibold">{t(taskNames[task.kind])}</p>
        <p className={clsx("tabular", task.urgency === "now" ? "font-semibold text-danger" : "text-slate")}>
          {taskTime(task, now)}
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            className="font-semibold underline-offset-4 hover:underline"
            to={adminPath.booking(task.bookingId)}
          >
            {task.customerName}
          </Link>
          <span className="tabular text-xs text-muted">{task.reference}</span>
          {task.blacklisted && (
            <Badge look="warning">
              <Ban aria-hidden size={13} /> <Trans>Blacklisted</Trans>
            </Badge>
          )}
        </p>
        <p className="text-slate">
          {[task.car, task.plate ?? (isLate || task.kind === "pickup" ? t`no vehicle assigned` : null)]
            .filter(Boolean)
            .join(" · ")}
          {" · "}
          {task.bringFrom
            ? t`from ${{ from: placeName(task.bringFrom) }} to ${{ to: placeName(task.place) }}`
            : placeName(task.place)}
          {task.kind === "confirm" && ` · ${formatShortMoment(task.at)}`}
        </p>
        <Amounts task={task} />
        <TaskAssignee task={task} staff={staff} />
      </div>
      <div className="flex items-center justify-self-end lg:col-start-4">
        <ContactLinks name={task.customerName} phone={task.customerPhone} chatUrl={task.chatUrl} />
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 empty:hidden sm:col-start-2 lg:col-span-1 lg:col-start-3 lg:row-start-1 lg:max-w-60 lg:justify-end">
        <TaskActions task={task} onOpen={onOpen} />
      </div>
    </li>
  );
}

/** What is still to pay, or to give back, the deposit that is held, and return costs. */
function Amounts({ task }: { task: Task }) {
  const { t } = useLingui();
  const amount = formatMoney(Math.abs(task.balance));
  const costs = formatMoney(task.costsAmount);
  const said =
    task.kind === "costs"
      ? [plural(task.costs, { one: `# cost, ${costs}`, other: `# costs, ${costs}` })]
      : task.kind === "fee"
        ? [t`${costs} by the terms`]
        : [
            task.balance > 0 && t`${amount} to pay`,
            task.balance < 0 && t`${amount} to refund`,
            task.deposit > 0 && t`deposit ${{ deposit: formatMoney(task.deposit) }}`,
          ].filter(Boolean);
  if (said.length === 0) return null;
  return <p className="tabular font-semibold text-pine">{said.join(" · ")}</p>;
}
