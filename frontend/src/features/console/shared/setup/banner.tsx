import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { setupQuery } from "./api";
import { Progress } from "./progress";

/** On the console's first page until the site is open. */
export function SetupBanner() {
  const may = useMay();
  const { data } = useQuery({ ...setupQuery, enabled: may("settings") });
  if (!data || data.isOpen) return null;
  return (
    <section className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-panel p-5">
      <div className="min-w-0 grow basis-64">
        <h2 className="font-bold">
          <Trans>Your site is closed</Trans>
        </h2>
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
