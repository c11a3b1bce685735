import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { BackLink } from "@/components/console/page-header";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { paths } from "@/config/paths";
import { ByCustomerPanel } from "@/features/console/shared/by-customer/panel";
import { useCompanyTexts } from "@/features/console/shared/company-texts";
import { CustomerNotice } from "@/features/console/shared/customer-notice";
import { FinesCard } from "@/features/console/shared/fines/fines-card";
import { HandoverPanel } from "@/features/console/shared/handover-panel/panel";
import { MessagesPanel } from "@/features/console/shared/messages-panel/panel";
import { MoneyPanel } from "@/features/console/shared/money-panel/components/money-panel";
import { PhoneMessagesPanel } from "@/features/console/shared/phone-messages/panel";
import { useMay, useMe } from "@/features/console/shared/session";
import { useObjectTitle } from "@/features/console/shared/titles";
import { ApiError } from "@/lib/errors";
import { formatMoment } from "@/lib/format";
import { serviceNames } from "@/lib/services";
import { type BookingDetail, bookingQuery } from "./api";
import { Actions } from "./components/actions";
import { AgreementCard } from "./components/agreement-card";
import { AssigneesCard } from "./components/assignees-card";
import { AttributionCard } from "./components/attribution-card";
import { Card, Facts } from "./components/card";
import { DocumentsCard } from "./components/documents-card";
import { HistoryCard } from "./components/history-card";
import { PriceCard } from "./components/price-card";
import { ProgressCard } from "./components/progress-card";
import { ReviewNotice } from "./components/review-notice";
import { SecondDriverCard } from "./components/second-driver-card";
import { StatusBadge } from "./components/status-badge";
import { VehicleCard } from "./components/vehicle-card";
import { ChangesCard } from "./desk/components/changes-card";

/** One booking: what was agreed, what happened, and what can be done. */
export function Component() {
  const { bookingId = "" } = useParams();
  const { tenant } = useMe();
  const may = useMay();
  const { data, error, isPending, refetch } = useQuery(bookingQuery(bookingId));
  useObjectTitle(data?.booking.reference);
  const back = (
    <BackLink to={paths.admin.bookings}>
      <Trans>All bookings</Trans>
    </BackLink>
  );
  if (isPending) return <Skeleton className="h-96" />;
  if (!data) {
    const isMissing = error instanceof ApiError && [404, 422].includes(error.status);
    return (
      <>
        {back}
        {isMissing ? (
          <p role="alert">
            <Trans>There is no such booking.</Trans>
          </p>
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  const { booking } = data;
  return (
    <>
      {back}
      <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold break-words">{booking.customerName}</h1>
          <p className="tabular mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
            <StatusBadge status={booking.status} /> {booking.reference}
          </p>
        </div>
        <Actions booking={booking} />
      </header>
      <CustomerNotice customer={booking.customer} blacklisted={booking.blacklisted} />
      <ReviewNotice booking={booking} />
      <ProgressCard booking={booking} timezone={tenant.timezone} />
      {/* On a phone the money comes right after the rental, not at the end of the page. */}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
        <div className="grid gap-4">
          <RentalCard booking={booking} timezone={tenant.timezone} />
          <ByCustomerPanel bookingId={booking.id} />
          <SecondDriverCard booking={booking} timezone={tenant.timezone} />
          <DocumentsCard booking={booking} />
          <AgreementCard booking={booking} timezone={tenant.timezone} />
          <VehicleCard booking={booking} />
          <AssigneesCard booking={booking} />
        </div>
        <div className="grid gap-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          {may("payments") && <MoneyPanel bookingId={booking.id} />}
          <PriceCard booking={booking} />
          {may("fleet") && <FinesCard bookingId={booking.id} />}
          <HistoryCard booking={booking} timezone={tenant.timezone} />
        </div>
        <div className="grid gap-4">
          <HandoverPanel bookingId={booking.id} status={booking.status} />
          <PhoneMessagesPanel bookingId={booking.id} />
          <MessagesPanel bookingId={booking.id} />
          <ChangesCard booking={booking} />
          <AttributionCard booking={booking} />
        </div>
      </div>
    </>
  );
}

function RentalCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
  const { t } = useLingui();
  const { locations, insurance, services } = useCompanyTexts();
  const place = (code: string) => locations.find((each) => each.code === code)?.name ?? code;
  return (
    <Card title={t`Rental`}>
      <Facts
        facts={[
          [t`Car`, booking.carName],
          [t`Pickup`, `${place(booking.pickupLocation)}, ${formatMoment(booking.pickupAt, timezone)}`],
          [t`Pickup place`, booking.pickupPlace?.name],
          [t`Return`, `${place(booking.dropoffLocation)}, ${formatMoment(booking.returnAt, timezone)}`],
          [t`Return place`, booking.dropoffPlace?.name],
          [t`Insurance`, insurance.find((each) => each.code === booking.insuranceCode)?.label],
          [t`Services`, serviceNames(booking.serviceCodes, services)],
          [
            t`Email`,
            <a key="e" className="text-pine underline" href={`mailto:${booking.customerEmail}`}>
              {booking.customerEmail}
            </a>,
          ],
          [
            t`Phone`,
            <a
              key="p"
              className="text-pine underline"
              href={`tel:${booking.customerPhone.replace(/ ext\. .*/, "").replace(/[^+\d]/g, "")}`}
            >
              {booking.customerPhone}
            </a>,
          ],
          [t`Driver's age`, booking.driverAge],
          [t`Group`, plural({ count: booking.groupSize }, { one: "# person", other: "# people" })],
        ]}
      />
    </Card>
  );
}
