import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { CustomerActions } from "@/features/console/shared/by-customer/customer-actions";
import { seesFigures } from "@/features/console/shared/quiz-alerts/rules";
import { useMe } from "@/features/console/shared/session";
import { SetupBanner } from "@/features/console/shared/setup/banner";
import { formatDay, formatMoney, formatShortMoment } from "@/lib/format";
import { todayKey, todayQuery } from "./api";
import { AlertPanel } from "./components/alert-panel";
import { BalancesPanel } from "./components/balances-panel";
import { BookingPanel } from "./components/booking-panel";
import { DuePanel } from "./components/due-panel";
import { Folded } from "./components/folded";
import { LeadPanel } from "./components/lead-panel";
import { UndecidedPanel } from "./components/undecided-panel";

/** What is to be done today: who comes, what comes back, and what must not be forgotten. */
export function Component() {
  const { t } = useLingui();
  const { admin } = useMe();
  const query = useQuery(todayQuery);
  return (
    <>
      <SetupBanner />
      <PageHeader
        title={t`Today`}
        description={
          query.data &&
          t`${{ day: formatDay(query.data.day) }}. Times are in ${{ timezone: query.data.timezone }}.`
        }
      >
        <Link className={buttonClass()} to={paths.admin.newBooking}>
          <Plus aria-hidden size={18} /> <Trans>New booking</Trans>
        </Link>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(day) => (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <BookingPanel title={t`Late returns`} items={day.overdue} isUrgent currency={day.currency} />
                <BookingPanel
                  title={t`Late pickups`}
                  items={day.latePickups}
                  isUrgent
                  currency={day.currency}
                />
                <BookingPanel
                  title={t`Pickups`}
                  items={day.pickups}
                  currency={day.currency}
                  most={8}
                  nothing={t`No more pickups today.`}
                />
                <BookingPanel
                  title={t`Returns`}
                  items={day.returns}
                  currency={day.currency}
                  most={8}
                  nothing={t`No more returns today.`}
                />
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {day.byCustomers.length > 0 && (
                  <Panel title={t`From customers`} description={t`Changes customers made themselves.`}>
                    <Folded items={day.byCustomers}>
                      {(shown) => <CustomerActions actions={shown} isNamed refresh={todayKey} />}
                    </Folded>
                  </Panel>
                )}
                {day.bookingsRefusedAt && (
                  <Panel title={t`Blocked bookings`}>
                    <p className="text-sm">
                      <Trans>
                        A visitor with too many unconfirmed bookings was blocked from booking (
                        {{ time: formatShortMoment(day.bookingsRefusedAt) }}).
                      </Trans>{" "}
                      <Link
                        className="font-semibold underline underline-offset-4"
                        to={`${paths.admin.settings}#rental`}
                      >
                        <Trans>Change limits</Trans>
                      </Link>
                    </p>
                  </Panel>
                )}
                <BookingPanel title={t`Waiting for confirmation`} items={day.pending} isUrgent />
                <UndecidedPanel undecided={day.undecided} currency={day.currency} />
                <BookingPanel title={t`Vehicle transfers`} items={day.toBring} isUrgent />
                <BookingPanel title={t`No vehicle assigned`} items={day.withoutVehicle} isUrgent />
                {seesFigures(admin.role) && <AlertPanel today={day.day} />}
                <BalancesPanel />
                <DuePanel due={day.due} />
                {day.heldCommissions && (
                  <Panel title={t`Held commissions`}>
                    <p className="text-sm">
                      <Trans>
                        {{ amount: formatMoney(day.heldCommissions.amount, day.currency) }} to review.
                      </Trans>{" "}
                      <Link
                        className="font-semibold underline underline-offset-4"
                        to={paths.admin.affiliates}
                      >
                        <Trans>View</Trans>
                      </Link>
                    </p>
                  </Panel>
                )}
                <LeadPanel leads={day.leads} />
              </div>
            </div>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
