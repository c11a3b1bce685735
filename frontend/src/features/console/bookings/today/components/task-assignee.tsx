import { useLingui } from "@lingui/react/macro";
import { useChange } from "@/components/console/use-change";
import { assignStaff } from "../../api";
import { type Staff, type Task, type TaskKind, todayKey } from "../api";

const trips: Partial<Record<TaskKind, "handover" | "return">> = {
  pickup: "handover",
  late_pickup: "handover",
  transfer: "handover",
  return: "return",
  late_return: "return",
};

/** Who brings the vehicle, or takes it back; chosen in the list. */
export function TaskAssignee({ task, staff }: { task: Task; staff: readonly Staff[] }) {
  const { t } = useLingui();
  const change = useChange({ refresh: todayKey });
  const kind = trips[task.kind];
  if (!kind || staff.length < 2) return null;
  const chosen = task.assignee;
  return (
    <select
      aria-label={t`Assigned to: ${{ name: task.customerName }}`}
      className="mt-1 min-h-11 max-w-full rounded-xl border border-line bg-panel px-2 text-sm sm:min-h-9"
      value={chosen?.adminId ?? ""}
      onChange={(event) => {
        const adminId = event.target.value || null;
        void change(() => assignStaff(task.bookingId, kind, adminId));
      }}
    >
      <option value="">{t`No one assigned`}</option>
      {chosen && !staff.some(({ adminId }) => adminId === chosen.adminId) && (
        <option value={chosen.adminId}>{chosen.name}</option>
      )}
      {staff.map(({ adminId, name }) => (
        <option key={adminId} value={adminId}>
          {name}
        </option>
      ))}
    </select>
  );
}
