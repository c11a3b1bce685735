import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useChange } from "@/components/console/use-change";
import { SelectField } from "@/components/ui/field";
import { assigneesQuery, assignStaff, type BookingDetail } from "../api";
import { Card } from "./card";

/** Who brings the vehicle and who takes it back, until the rental is over. */
export function AssigneesCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const isOpen = ["pending", "confirmed", "active"].includes(booking.status);
  const query = assigneesQuery(booking.id);
  const { data } = useQuery({ ...query, enabled: isOpen });
  const change = useChange({ refresh: query.queryKey });
  if (!isOpen || !data || data.staff.length < 2) return null;
  const trips = [
    { kind: "handover" as const, label: t`Hands over` },
    { kind: "return" as const, label: t`Takes back` },
  ].filter(({ kind }) => kind === "return" || booking.status !== "active");
  return (
    <Card title={t`Assigned to`}>
      <div className="grid gap-4 sm:grid-cols-2">
        {trips.map(({ kind, label }) => (
          <SelectField
            key={kind}
            label={label}
            value={data[kind]?.adminId ?? ""}
            onChange={(event) => {
              const adminId = event.target.value || null;
              void change(
                () => assignStaff(booking.id, kind, adminId),
                () => ({ title: t`Assignment saved` }),
              );
            }}
          >
            <option value="">{t`No one assigned`}</option>
            {data.staff.map(({ adminId, name }) => (
              <option key={adminId} value={adminId}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </Card>
  );
}
