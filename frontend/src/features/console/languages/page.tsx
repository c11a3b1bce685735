import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { languagesQuery } from "./company-languages";
import { SiteLanguages } from "./components/site-languages";
import { TeamLanguage } from "./components/team-language";

/** Which languages the company's site and team speak. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(languagesQuery);
  return (
    <>
      <PageHeader
        title={t`Languages`}
        description={
          <Trans>
            Languages of your site and of messages to your team. Missing texts are shown in your first
            language.
          </Trans>
        }
      />
      <div className="mt-6 flex flex-col gap-4">
        <QueryBoundary query={query}>
          {(company) => (
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <SiteLanguages company={company} />
              <TeamLanguage company={company} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
