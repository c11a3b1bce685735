import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import type { OwnBooking } from "@/features/site/shared/after/own-booking";
import { placeOf } from "@/features/site/shared/after/places";
import { StepList } from "@/features/site/shared/after/step-list";
import { nextSteps } from "@/features/site/shared/after/steps";
import { TripLinks } from "@/features/site/shared/after/trip-links";
import type { Booked } from "@/features/site/shared/booked";
import { momentIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";

const hour = 3_600_000;

/** What happens next and until when, what to take along, and where the booking can be looked after. */
export function AfterBooking({ booked, own }: { booked: Booked; own: OwnBooking | null }) {
  const { rental, tenant } = siteConfig();
  const pickupAt = momentIn(tenant.timezone, `${booked.pickupDate}T${booked.pickupTime}`);
  const returnAt = momentIn(tenant.timezone, `${booked.returnDate}T${booked.returnTime}`);
  const confirmBy = booked.takenAt
    ? new Date(Date.parse(booked.takenAt) + rental.unconfirmedHours * hour).toISOString()
    : null;
  const name = (code: string) => placeOf(code)?.name ?? code;
  const steps = nextSteps({
    status: own?.status ?? "pending",
    confirmBy: own ? own.confirmBy : confirmBy,
    pickupAt: own?.pickupAt ?? pickupAt,
    returnAt: own?.returnAt ?? returnAt,
    meetingPoint: own?.pickupPlace?.meetingPoint ?? "",
    due: own?.due ?? booked.totalPrice,
    currency: booked.currency,
    pickupPlace: booked.pickupPlace ?? name(booked.pickupLocation),
    returnPlace: booked.dropoffPlace ?? name(booked.dropoffLocation),
    car: booked.carType,
  });
  return (
    <div className="mt-8 grid gap-5 rounded-3xl bg-sky p-5 text-left sm:p-7 print:mt-3 print:gap-2 print:p-0">
      <StepList steps={steps} />
      {own?.status !== "cancelled" && (
        <TripLinks
          trip={{ ...booked, calendarSequence: 0, pickupAt, returnAt, ...own, car: booked.carType }}
          own={own}
        />
      )}
      <p className="text-slate print:hidden">
        <Trans>
          Change or cancel it, tell us your flight, send your licence or write to us at{" "}
          <Link to={paths.myBooking} className="font-semibold text-pine underline underline-offset-4">
            My booking
          </Link>
          .
        </Trans>
      </p>
    </div>
  );
}
