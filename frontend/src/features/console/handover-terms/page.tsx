import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { paths } from "@/config/paths";
import { formatNumber } from "@/lib/format";
import { TermsForm, termsQuery } from "./components/terms-form";

const megabyte = 1024 * 1024;

/** What a return costs beyond the rental, and the space that photographs take. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(termsQuery);
  return (
    <>
      <PageHeader
        title={t`Return costs`}
        description={t`Suggested charges when a car comes back dirty, damaged or with less fuel. They are decided with the customer at the return, or later at the desk.`}
      />
      <p className="mt-2 text-sm text-slate">
        <Trans>
          Late returns, extra kilometres and drivers are among the{" "}
          <Link to={`${paths.admin.settings}#terms`} className="underline">
            rental terms
          </Link>
          .
        </Trans>
      </p>
      <div className="mt-6 grid max-w-2xl gap-4">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(terms) => (
            <>
              <Panel title={t`Charges`}>
                <TermsForm terms={terms} />
              </Panel>
              <Panel title={t`Photos and documents`}>
                <meter
                  className="h-3 w-full"
                  min={0}
                  max={terms.maxBytes}
                  high={terms.maxBytes * 0.9}
                  value={terms.usedBytes}
                  aria-label={t`Storage`}
                />
                <p className="tabular mt-2 text-sm text-slate">
                  <Trans>
                    {{ used: formatNumber(terms.usedBytes / megabyte, 1) }} of{" "}
                    {{ most: formatNumber(terms.maxBytes / megabyte) }} MB used.
                  </Trans>
                </p>
              </Panel>
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
