import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/panel";
import { entriesOf } from "@/features/console/shared/catalog-draft/api";
import { DraftPage } from "@/features/console/shared/catalog-draft/catalog-frame";
import { formatMoney, perDay } from "@/lib/format";
import { AddItemDialog } from "./components/add-item-dialog";
import { InsuranceForm } from "./components/insurance-form";
import { ItemCard } from "./components/item-card";

/** How drivers can be insured, the first one first. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Insurance`}
      description={<Trans>What each one covers and leaves out, and what a day of it costs.</Trans>}
      add={{
        label: <Trans>Add an insurance</Trans>,
        dialog: (onClose) => (
          <AddItemDialog part="insurance" title={t`Add an insurance`} rest={{}} onClose={onClose} />
        ),
      }}
    >
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
    </DraftPage>
  );
}
