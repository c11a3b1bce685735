import { Trans, useLingui } from "@lingui/react/macro";
import { DataList } from "@/components/console/panel";
import { type Draft, entriesOf, type Items } from "@/features/console/shared/catalog-draft/api";
import { DraftPage } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatMoney, perDay } from "@/lib/format";
import { AddItemDialog } from "./components/add-item-dialog";
import { ItemCard } from "./components/item-card";
import { ServiceForm } from "./components/service-form";

/** What can be added to a rental. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Services`}
      description={<Trans>What can be added to a rental, for each day or once.</Trans>}
      add={{
        label: <Trans>Add a service</Trans>,
        dialog: (onClose, draft) => (
          <AddItemDialog
            part="services"
            title={t`Add a service`}
            rest={{ group: firstGroup(draft) ?? t`Services`, charge: "perDay" }}
            onClose={onClose}
          />
        ),
      }}
    >
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
    </DraftPage>
  );
}

function firstGroup(draft: Draft | undefined): string | undefined {
  return draft && entriesOf(draft, "services").flatMap(({ item }) => item?.group ?? [])[0];
}

function priceOf({ charge, price }: Items["services"]): string {
  const amount = formatMoney(price);
  return charge === "perDay" ? perDay(amount) : amount;
}
