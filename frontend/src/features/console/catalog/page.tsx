import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { draftQuery, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { AddCarDialog } from "./components/add-car-dialog";
import { CarList } from "./components/car-list";

/** Every car that the company rents out, as the draft has it. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <CatalogFrame
      title={t`Catalogue`}
      description={<Trans>Changes are saved as a draft. Visitors see them once you publish.</Trans>}
      actions={
        <Button access="draft" onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add a car</Trans>
        </Button>
      }
    >
      <QueryBoundary
        query={query}
        empty={(draft) =>
          entriesOf(draft, "cars").length === 0 && (
            <EmptyState title={t`No cars yet`}>
              <Trans>Add the cars you rent out, with a daily rate and a photo.</Trans>
            </EmptyState>
          )
        }
      >
        {(draft) => <CarList cars={entriesOf(draft, "cars")} />}
      </QueryBoundary>
      {isAdding && <AddCarDialog onClose={() => setAdding(false)} />}
    </CatalogFrame>
  );
}
