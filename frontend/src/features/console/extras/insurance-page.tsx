import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { draftQuery, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatMoney, perDay } from "@/lib/format";
import { AddItemDialog } from "./components/add-item-dialog";
import { InsuranceForm } from "./components/insurance-form";
import { ItemCard } from "./components/item-card";

/** How drivers can be insured, the first one first. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <CatalogFrame
      title={t`Insurance`}
      description={<Trans>What each one covers and leaves out, and what a day of it costs.</Trans>}
      actions={
        <Button access="draft" onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add an insurance</Trans>
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(draft) => (
          <DataList>
            {entriesOf(draft, "insurance").map((entry) => {
              const shown = entry.item ?? entry.live;
              return (
                <li key={entry.key}>
                  <ItemCard
                    entry={entry}
                    price={
                      <>
                        {shown?.recommended && (
                          <Badge look="good">
                            <Trans>recommended</Trans>
                          </Badge>
                        )}{" "}
                        {shown && perDay(formatMoney(shown.dailyRate))}
                      </>
                    }
                  >
                    <InsuranceForm code={entry.key} draft={draft} />
                  </ItemCard>
                </li>
              );
            })}
          </DataList>
        )}
      </QueryBoundary>
      {isAdding && (
        <AddItemDialog
          part="insurance"
          title={t`Add an insurance`}
          rest={{}}
          onClose={() => setAdding(false)}
        />
      )}
    </CatalogFrame>
  );
}
