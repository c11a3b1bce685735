import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { DataList } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { draftQuery, entriesOf, type Items } from "@/features/console/shared/catalog-draft/api";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatMoney, perDay } from "@/lib/format";
import { AddItemDialog } from "./components/add-item-dialog";
import { ItemCard } from "./components/item-card";
import { ServiceForm } from "./components/service-form";

/** What can be added to a rental. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(draftQuery);
  const [isAdding, setAdding] = useState(false);
  const groups = query.data ? entriesOf(query.data, "services").flatMap(({ item }) => item?.group ?? []) : [];
  return (
    <CatalogFrame
      title={t`Services`}
      description={<Trans>What can be added to a rental, for each day or once.</Trans>}
      actions={
        <Button access="draft" onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add a service</Trans>
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(draft) => (
          <DataList>
            {entriesOf(draft, "services").map((entry) => {
              const shown = entry.item ?? entry.live;
              return (
                <li key={entry.key}>
                  <ItemCard entry={entry} price={shown && priceOf(shown)}>
                    <ServiceForm code={entry.key} draft={draft} />
                  </ItemCard>
                </li>
              );
            })}
          </DataList>
        )}
      </QueryBoundary>
      {isAdding && (
        <AddItemDialog
          part="services"
          title={t`Add a service`}
          rest={{ group: groups[0] ?? t`Services`, charge: "perDay" }}
          onClose={() => setAdding(false)}
        />
      )}
    </CatalogFrame>
  );
}

function priceOf({ charge, price }: Items["services"]): string {
  const amount = formatMoney(price);
  return charge === "perDay" ? perDay(amount) : amount;
}
