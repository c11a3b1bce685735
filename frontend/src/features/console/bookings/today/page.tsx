import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { CustomerActions } from "@/features/console/shared/by-customer/customer-actions";
import { PhoneInbox } from "@/features/console/shared/phone-messages/inbox";
import { useMay } from "@/features/console/shared/session";
import { SetupBanner } from "@/features/console/shared/setup/banner";
import { formatDay, formatMoney, formatShortMoment } from "@/lib/format";
import { balancesQuery, todayKey, todayQuery } from "./api";
import { AlertPanel } from "./components/alert-panel";
import { DuePanel } from "./components/due-panel";
import { Folded } from "./components/folded";
import { HoldPanel } from "./components/hold-panel";
import { LeadPanel } from "./components/lead-panel";
import { OwnAlertsPanel } from "./components/own-alerts-panel";
import { TaskList } from "./components/task-list";

/** What is to be done today, most urgent first, and beside it what can wait. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
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
        <WithAccess>
          <Link className={buttonClass()} to={paths.admin.newBooking}>
            <Plus aria-hidden size={18} /> <Trans>New booking</Trans>
          </Link>
        </WithAccess>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(day) => (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <TaskList day={day} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <PhoneInbox />
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
                {may("analytics") && <OwnAlertsPanel />}
                {may("analytics") && <AlertPanel today={day.day} />}
                {may("payments") && <BalancesPanel />}
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
                <HoldPanel holds={day.holds} />
                <LeadPanel leads={day.leads} />
              </div>
            </div>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

/** What customers owe in all; each booking is on the list. */
function BalancesPanel() {
  const { t } = useLingui();
  const { data } = useQuery(balancesQuery);
  if (!data || data.balances.length === 0) return null;
  return (
    <Panel title={t`Balances due (${{ count: data.balances.length }})`}>
      <p className="tabular text-sm">
        {t`${{ total: formatMoney(data.total, data.currency) }} due for rentals up to today.`}
      </p>
    </Panel>
  );
}
