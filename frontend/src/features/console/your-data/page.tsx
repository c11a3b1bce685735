import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { paths } from "@/config/paths";
import { yourDataQuery } from "./api";
import { DeletionPanel } from "./components/deletion-panel";
import { ExportsPanel } from "./components/exports-panel";
import { InvoicesPanel } from "./components/invoices-panel";

/** What an owner does with the company as a whole. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(yourDataQuery);
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader title={t`Your data`} description={t`Export everything, or delete your company.`} />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {(data) => (
            <>
              {data.deletesAt && <DeletionPanel data={data} />}
              <InvoicesPanel data={data} />
              <ExportsPanel data={data} />
              {!data.deletesAt && <DeletionPanel data={data} />}
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
