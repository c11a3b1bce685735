import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "@/components/console/query-boundary";
import { draftQuery } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { DeliveryForm } from "./components/delivery-form";

/** What bringing a car to one place and fetching it at another costs. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  return (
    <CatalogFrame
      title={t`Delivery fees`}
      description={<Trans>What a pickup here and a return there cost together. Empty is free.</Trans>}
    >
      <QueryBoundary query={query}>{(draft) => <DeliveryForm draft={draft} />}</QueryBoundary>
    </CatalogFrame>
  );
}
