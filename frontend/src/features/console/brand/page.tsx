import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { brandQuery } from "./api";
import { Editor } from "./components/editor";

/** How the company looks: tried on its own pages before visitors see it. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(brandQuery);
  return (
    <>
      <PageHeader
        title={t`Brand`}
        description={
          <Trans>
            Try colours and type on your own pages, by day and by night. Visitors see them once you publish.
          </Trans>
        }
      />
      <div className="mt-6">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(brand) => <Editor brand={brand} />}
        </QueryBoundary>
      </div>
    </>
  );
}
