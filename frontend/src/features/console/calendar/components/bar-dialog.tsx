import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { SelectInput } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { adminPath } from "@/config/admin-path";
import { placeName, type Vehicle } from "@/features/console/shared/fleet";
import type { Bar, Calendar } from "../api";
import { isFree, type Movable } from "../rules";
import { barName, barState, periodText } from "../words";

interface Props {
  bar: Bar | undefined;
  /** The booking that can get a vehicle here; null for what cannot be moved. */
  booking: Movable | null;
  calendar: Calendar;
  onMove: (booking: Movable, to: Vehicle | null) => void;
  onClose: () => void;
}

/** The booking or block of a bar, and another vehicle for it. */
export function BarDialog({ bar, booking, calendar, onMove, onClose }: Props) {
  const { t } = useLingui();
  const bookingId = bar?.bookingId ?? booking?.bookingId;
  const lines = bar
    ? [
        [bar.reference, barState(bar)].filter(Boolean).join(" · "),
        bar.car ?? "",
        periodText(bar.startsAt, bar.endsAt),
        bar.transferFrom ? t`Must be transferred from ${{ place: placeName(bar.transferFrom) }}` : "",
        bar.isOtherCar ? t`This vehicle is a different car from the one booked.` : "",
      ]
    : [
        booking?.reference ?? "",
        booking?.car ?? "",
        booking ? periodText(booking.startsAt, booking.until) : "",
      ];
  return (
    <Dialog title={bar ? barName(bar) : (booking?.customerName ?? "")} onClose={onClose}>
      <div className="grid gap-4">
        <div className="tabular text-sm text-slate">
          {lines.filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {booking && <MoveForm booking={booking} calendar={calendar} onMove={onMove} />}
        <p className="flex flex-wrap gap-x-5 text-sm font-semibold">
          {bookingId && (
            <Link
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              to={adminPath.booking(bookingId)}
            >
              <Trans>Open the booking</Trans>
            </Link>
          )}
          {bar && (
            <Link
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              to={adminPath.vehicle(bar.vehicleId)}
            >
              <Trans>Open the vehicle</Trans>
            </Link>
          )}
        </p>
      </div>
    </Dialog>
  );
}

interface FormProps {
  booking: Movable;
  calendar: Calendar;
  onMove: Props["onMove"];
}

function MoveForm({ booking, calendar, onMove }: FormProps) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { toVehicleId: "" } });
  const free = calendar.vehicles.filter(
    (each) => each.id !== booking.vehicleId && isFree(each, booking, calendar.bars),
  );
  const same = free.filter((each) => each.car === booking.car);
  const others = free.filter((each) => each.car !== booking.car);
  const option = (each: Vehicle) => (
    <option key={each.id} value={each.id}>
      {[each.plate, each.car, placeName(each.homeLocation)].join(" · ")}
    </option>
  );
  const to = free.find((each) => each.id === form.watch("toVehicleId"));
  // The calendar sends it: the move may be asked about first, and can be taken back.
  const onSubmit = form.handleSubmit(() => to && onMove(booking, to));
  return (
    <form className="grid gap-3" onSubmit={onSubmit}>
      <SelectInput
        control={form.control}
        name="toVehicleId"
        label={t`Another vehicle`}
        hint={free.length === 0 ? t`No vehicle shown is free at that time.` : undefined}
      >
        <option value="">{t`Please select`}</option>
        {same.length > 0 && <optgroup label={booking.car}>{same.map(option)}</optgroup>}
        {others.length > 0 && <optgroup label={t`Other cars`}>{others.map(option)}</optgroup>}
      </SelectInput>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!to}>
          <Trans>Assign vehicle</Trans>
        </Button>
        {booking.vehicleId && (
          <Button look="quiet" onClick={() => onMove(booking, null)}>
            <Trans>Unassign vehicle</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
