import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { SelectInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { adminPath } from "@/config/admin-path";
import { placeName } from "@/features/console/shared/fleet";
import { type Assignment, assignmentQuery, assignmentsOf, type BookingDetail, giveVehicle } from "../api";
import { Card } from "./card";
import { VehicleAlternatives } from "./vehicle-alternatives";

/** The vehicle of a booking, or the one that confirming gives it; another one can be chosen until the handover. */
export function VehicleCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const isOpen = ["pending", "confirmed", "active"].includes(booking.status);
  const { data } = useQuery({ ...assignmentQuery(booking), enabled: isOpen });
  if (!isOpen || !data || data.state === "not_tracked") return null;
  return (
    <Card title={t`Vehicle`}>
      <VehicleChoice booking={booking} assignment={data} />
    </Card>
  );
}

interface Choice {
  booking: BookingDetail;
  assignment: Assignment;
  onGiven?: (() => void) | undefined;
}

/** The vehicle that was assigned, or what else there is, and the choice of another one. */
export function VehicleChoice({ booking, assignment, onGiven }: Choice) {
  return (
    <div className="grid gap-4">
      {assignment.state === "none_free" ? (
        <VehicleAlternatives booking={booking} assignment={assignment} />
      ) : (
        <Given assignment={assignment} />
      )}
      {booking.status !== "active" && (
        <GiveForm booking={booking} assignment={assignment} onGiven={onGiven} />
      )}
    </div>
  );
}

function Given({ assignment: { state, vehicle } }: { assignment: Assignment }) {
  const { t } = useLingui();
  if (!vehicle) return null;
  const link = (
    <Link className="tabular font-semibold underline underline-offset-4" to={adminPath.vehicle(vehicle.id)}>
      {vehicle.plate}
    </Link>
  );
  return (
    <div className="text-sm">
      <p>{state === "free" ? <Trans>Confirming assigns the best match: {link}</Trans> : link}</p>
      {vehicle.transferFrom && (
        <p className="text-slate">{t`Must be transferred from ${{ place: placeName(vehicle.transferFrom) }}`}</p>
      )}
    </div>
  );
}

function GiveForm({ booking, assignment, onGiven }: Choice) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { toVehicleId: "" } });
  const has = assignment.state === "assigned" ? (assignment.vehicle?.id ?? null) : null;
  const choices = assignment.choices.filter((each) => each.id !== has);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ toVehicleId }) => giveVehicle(booking.id, has, toVehicleId),
    {
      refresh: [assignmentsOf(booking.id)],
      onDone() {
        const plate = choices.find((each) => each.id === form.getValues("toVehicleId"))?.plate ?? "";
        toast({ title: t`${plate} assigned to this booking` });
        form.reset();
        onGiven?.();
      },
    },
  );
  if (choices.length === 0) return null;
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
      <SelectInput
        control={form.control}
        name="toVehicleId"
        label={has ? t`Another vehicle` : t`Assign vehicle`}
      >
        <option value="">{t`Please select`}</option>
        {choices.map((each) => (
          <option key={each.id} value={each.id}>
            {each.transferFrom
              ? t`${{ plate: each.plate }}, from ${{ place: placeName(each.transferFrom) }}`
              : each.plate}
          </option>
        ))}
      </SelectInput>
      <Button type="submit" look="quiet" disabled={isPending || !form.watch("toVehicleId")}>
        <Trans>Assign vehicle</Trans>
      </Button>
      <FormProblem text={problem} />
    </form>
  );
}
