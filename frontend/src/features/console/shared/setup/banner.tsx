import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { setupQuery } from "./api";

/** On the console's first page until the site is open, and while there is sample data. */
export function SetupBanner() {
  const may = useMay();
  const { data } = useQuery({ ...setupQuery, enabled: may("settings") });
  const hasSample = data?.sampleState === "added";
  if (!data || (data.isOpen && !hasSample)) return null;
  return (
    <section className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-panel p-5">
      <div className="min-w-0 grow basis-64">
        <h2 className="font-bold">
          {data.isOpen ? <Trans>Your site has sample data</Trans> : <Trans>Your site is closed</Trans>}
        </h2>
        {hasSample && (
          <p className="mt-1 text-sm text-slate">
            <Trans>Remove the sample data before customers book.</Trans>
          </p>
        )}
        <div className="mt-2">
          <Progress done={data.done} total={data.steps.length} />
        </div>
      </div>
      <Link to={paths.admin.setup} className={buttonClass("primary")}>
        <Trans>Continue set-up</Trans>
      </Link>
    </section>
  );
}

/** How many steps are done. */
export function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1.5">
      <progress
        className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-stone [&::-webkit-progress-value]:bg-pine"
        value={done}
        max={total}
        aria-label={t`Steps`}
      />
      <p className="tabular text-sm text-muted">{t`${done} of ${total} done`}</p>
    </div>
  );
}
