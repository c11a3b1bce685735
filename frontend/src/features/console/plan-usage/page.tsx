import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { paths } from "@/config/paths";
import { api, bodyOf } from "@/lib/api";
import { UsageLine } from "./components/usage-line";

const planUsageQuery = queryOptions({
  queryKey: ["/api/admin/plan-usage"],
  queryFn: () => bodyOf(api.GET("/api/admin/plan-usage")),
  staleTime: 0,
});

/** The company's plan, and how much of each limit is used. Only the platform's operator changes it. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(planUsageQuery);
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Plan and usage`}
        description={t`Your platform operator sets the limits of your plan. Visitors can always book, take the quiz and get their emails.`}
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {({ plan, usage }) => (
            <Panel title={t`Plan: ${{ plan }}`}>
              <ul className="grid divide-y divide-line">
                {usage.map((each) => (
                  <UsageLine key={each.measure} usage={each} />
                ))}
              </ul>
              <p className="mt-4 text-sm text-slate">
                <Trans>
                  Days and months are those of UTC. Calls of the API are counted within seconds, the rest when
                  you open this page.
                </Trans>
              </p>
            </Panel>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
