import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Location, useLocation, useNavigate, useParams } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { nothingToSave } from "@/components/forms/unsaved-work";
import { EmptyState } from "@/components/ui/empty-state";
import { adminPath } from "@/config/admin-path";
import { useMe } from "@/features/console/shared/session";
import { useObjectTitle } from "@/features/console/shared/titles";
import { type BookingDetail, bookingQuery } from "../api";
import { ChangePanel } from "./components/change-panel";
import { RentalFormFrame } from "./components/rental-form";
import { isChangeable } from "./rules/rental";
import { useChangeForm } from "./use-change-form";
import { rentalInUrl } from "./use-rental-form";

/** Everything of a booking that can be changed, with the price as agreed beside a fresh one. */
export function Component() {
  const { t } = useLingui();
  const { bookingId = "" } = useParams();
  const { tenant } = useMe();
  const query = useQuery(bookingQuery(bookingId));
  const booking = query.data?.booking;
  useObjectTitle(booking?.reference);
  // As it was when the page was opened: who changes it meanwhile is noticed by the server.
  const seen = useRef<BookingDetail>(undefined);
  if (booking) seen.current ??= booking;
  const back = adminPath.booking(bookingId);
  return (
    <>
      <BackLink to={back}>{booking?.reference ?? t`Booking`}</BackLink>
      <PageHeader
        title={booking ? t`Change ${{ reference: booking.reference }}` : t`Change booking`}
        description={t`Times are in ${{ timezone: tenant.timezone }}.`}
      />
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-6 h-96" />}>
        {() =>
          seen.current &&
          (isChangeable(seen.current) ? (
            <ChangeForm booking={seen.current} />
          ) : (
            <EmptyState title={t`This booking has ended`}>
              {t`Completed and cancelled bookings can't be changed.`}
            </EmptyState>
          ))
        }
      </QueryBoundary>
    </>
  );
}

function ChangeForm({ booking }: { booking: BookingDetail }) {
  const { search, state } = useLocation() as Location<{ back?: string } | null>;
  const navigate = useNavigate();
  const change = useChangeForm(booking, rentalInUrl(search), () => {
    void navigate(state?.back ?? adminPath.booking(booking.id), { state: nothingToSave });
  });
  return (
    <RentalFormFrame
      form={change.form}
      live={change.live}
      isHandedOver={booking.status === "active"}
      own={booking.carName}
      onSubmit={change.onSubmit}
    >
      <ChangePanel booking={booking} change={change} />
    </RentalFormFrame>
  );
}
