import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { domainsQuery } from "./api";
import { AddDomain } from "./components/add-domain";
import { DomainPanel } from "./components/domain-panel";

/** Where the site is, and what the internet says of these names. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(domainsQuery);
  const mayChange = useMay()("company");
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Domains`}
        description={
          <Trans>
            Use your own domains for your site. Domains are checked every few minutes until verified, then
            every few hours.
          </Trans>
        }
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        {mayChange && <AddDomain />}
        <QueryBoundary query={query}>
          {({ domains }) =>
            domains.map((domain) => <DomainPanel key={domain.host} domain={domain} mayChange={mayChange} />)
          }
        </QueryBoundary>
      </div>
    </>
  );
}
