import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { paths } from "@/config/paths";
import { supportQuery } from "./api";
import { ChoicePanel } from "./components/choice-panel";
import { SessionsPanel } from "./components/sessions-panel";

/** Whether operators of the platform may look at the console to help, who asked, and what they looked at. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(supportQuery);
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Support access`}
        description={
          <Trans>
            Lets support see your console for up to 30 minutes to help you. They never see payments,
            passwords, keys, users or exports, and you see every page that they open.
          </Trans>
        }
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {(data) => (
            <>
              <ChoicePanel data={data} />
              <SessionsPanel data={data} />
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
