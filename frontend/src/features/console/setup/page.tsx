import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useMay } from "@/features/console/shared/session";
import { setupQuery } from "@/features/console/shared/setup/api";
import { Opening } from "./components/opening";
import { SampleData } from "./components/sample-data";
import { StepList } from "./components/step-list";

/** The way to an open site. Steps tick themselves off. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(setupQuery);
  const mayChange = useMay()("company");
  return (
    <>
      <PageHeader
        title={t`Set-up`}
        description={
          <Trans>What your site needs before it opens. Steps are checked off as you complete them.</Trans>
        }
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query}>
          {(setup) => (
            <>
              <Opening setup={setup} mayChange={mayChange} />
              <SampleData setup={setup} mayChange={mayChange} />
              <StepList steps={setup.steps} />
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
