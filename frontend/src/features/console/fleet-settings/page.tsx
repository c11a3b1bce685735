import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { fleetSettingsQuery } from "./api";
import { SettingsForm } from "./components/settings-form";

/** What the company promises of its fleet. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(fleetSettingsQuery);
  return (
    <>
      <PageHeader title={t`Fleet settings`} description={<Trans>Availability and turnaround time.</Trans>} />
      <div className="mt-6">
        <QueryBoundary query={query}>{(settings) => <SettingsForm settings={settings} />}</QueryBoundary>
      </div>
    </>
  );
}
