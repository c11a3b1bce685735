import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "@/components/console/query-boundary";
import { draftQuery } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { DrivingForm } from "./components/driving-form";

/** How long the drive between two places takes. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  return (
    <CatalogFrame
      title={t`Driving times`}
      description={
        <Trans>Shown on the pages of your places and in the search from one place to another.</Trans>
      }
    >
      <QueryBoundary query={query}>{(draft) => <DrivingForm draft={draft} />}</QueryBoundary>
    </CatalogFrame>
  );
}
