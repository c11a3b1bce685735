import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink } from "@/components/console/back-link";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { domainsQuery } from "./api";
import { AddDomain } from "./components/add-domain";
import { DomainPanel } from "./components/domain-panel";

/** Where the site is, and what the internet says of these names. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(domainsQuery);
  const mayChange = useMe().admin.role === "owner";
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Domains`}
        description={
          <Trans>
            Your site under names of your own. Each is looked at every few hours, and every few minutes until
            it is proved to be yours.
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
