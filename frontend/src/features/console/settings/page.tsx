import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { ApiReferenceLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Experiments } from "@/features/console/shared/experiments/experiments";
import { settingsQuery } from "./api";
import { AddressServicesSection } from "./components/address-services";
import { BotCheckSection } from "./components/bot-check";
import { ClockSection } from "./components/clock";
import { CommissionSection } from "./components/commission";
import { CompanySection } from "./components/company";
import { ContactsSection } from "./components/contacts";
import { Contents } from "./components/contents";
import { NotificationsSection } from "./components/notifications";
import { PrivacySection } from "./components/privacy";
import { RentalSection } from "./components/rental";
import { TermsSection } from "./components/terms";

/** Everything that a company may want different, in sections that are saved one by one. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(settingsQuery);
  const { hash } = useLocation();
  const isLoaded = query.isSuccess;
  // A link to a section arrives before the sections do.
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded, hash]);
  return (
    <>
      <PageHeader
        title={t`Settings`}
        description={<Trans>How your company works. Each part is saved on its own.</Trans>}
      >
        <ApiReferenceLink />
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents />
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(settings) => (
            <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
              <CompanySection settings={settings} />
              <ContactsSection settings={settings} />
              <RentalSection settings={settings} />
              <Experiments
                subject="bookingForm"
                versions={["tripFirst", "contactFirst"].map((version) => ({
                  version,
                  isCurrent: version === settings.rental.formOrder,
                }))}
                className="px-5"
              />
              <TermsSection settings={settings} />
              <NotificationsSection settings={settings} />
              <CommissionSection settings={settings} />
              <PrivacySection settings={settings} />
              <BotCheckSection settings={settings} />
              <AddressServicesSection settings={settings} />
              <ClockSection settings={settings} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
