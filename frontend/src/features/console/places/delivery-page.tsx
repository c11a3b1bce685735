import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Panel } from "@/components/console/panel";
import { NumberInput } from "@/components/forms/fields";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import {
  changeItem,
  type Draft,
  draftKey,
  draftQuery,
  entriesOf,
} from "@/features/console/shared/catalog-draft/api";
import { DraftPage } from "@/features/console/shared/catalog-draft/catalog-frame";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { type FeeTable, feesOf, feeTable } from "./rules";

/** What bringing a car to one place and fetching it at another costs. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Delivery fees`}
      description={<Trans>What a pickup here and a return there cost together. Empty is free.</Trans>}
    >
      {(draft) => <DeliveryForm draft={draft} />}
    </DraftPage>
  );
}

/** One panel a pickup, with a fee for each place of return: a table of both would not fit a phone. */
function DeliveryForm({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const places = entriesOf(draft, "locations").flatMap(({ item }) => item ?? []);
  const form = useVersionedForm<Draft, FeeTable, string>({
    query: draftQuery,
    data: draft,
    read(stored) {
      const entry = entriesOf(stored, "deliveryFees")[0];
      return { values: feeTable(entry?.item ?? []), revision: entry?.revision ?? "" };
    },
    save: (table, revision) => changeItem("deliveryFees", "all", revision, feesOf(table)),
    onSaved: () => void client.invalidateQueries({ queryKey: draftKey }),
    fieldOf(field, sent) {
      const fee = feesOf(sent)[Number(field.split(".")[0])];
      return fee ? `${fee.pickup}.${fee.dropoff}` : field;
    },
  });
  const placeName = (code: string) => places.find((place) => place.code === code)?.name ?? code;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places.map(({ code: pickup, name }) => (
          <Panel key={pickup} title={t`Pickup: ${name}`}>
            <div className="grid grid-cols-2 gap-3">
              {places.map(({ code: dropoff, name: back }) => (
                <NumberInput
                  key={dropoff}
                  control={form.control}
                  name={`${pickup}.${dropoff}`}
                  label={t`Return: ${back}`}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
      <DraftSaveBar form={form} nameOf={(path) => path.split(".").map(placeName).join(" → ")} />
    </form>
  );
}
