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
import { type DrivingTable, drivingTable, drivingTimesOf, pairsOf } from "./rules";

/** How long the drive between two places takes. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Driving times`}
      description={
        <Trans>Shown on the pages of your places and in the search from one place to another.</Trans>
      }
    >
      {(draft) => <DrivingForm draft={draft} />}
    </DraftPage>
  );
}

/** One panel for each two places: the way there takes as long as the way back. */
function DrivingForm({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const places = entriesOf(draft, "locations").flatMap(({ item }) => item ?? []);
  const pairs = pairsOf(places.map(({ code }) => code));
  const form = useVersionedForm<Draft, DrivingTable, string>({
    query: draftQuery,
    data: draft,
    read(stored) {
      const entry = entriesOf(stored, "drivingTimes")[0];
      return { values: drivingTable(entry?.item ?? []), revision: entry?.revision ?? "" };
    },
    save: (table, revision) => changeItem("drivingTimes", "all", revision, drivingTimesOf(table)),
    onSaved: () => void client.invalidateQueries({ queryKey: draftKey }),
    fieldOf(field, sent) {
      const [number, name] = field.split(".");
      const time = drivingTimesOf(sent)[Number(number)];
      return time ? `${time.start}.${time.end}.${name}` : field;
    },
  });
  const placeName = (code: string) => places.find((place) => place.code === code)?.name ?? code;
  const fieldNames: Record<string, string> = { minutes: t`Minutes`, kilometres: t`Kilometres` };
  if (pairs.length === 0) {
    return (
      <p className="text-muted">
        <Trans>Add a second place to enter how long the drive takes.</Trans>
      </p>
    );
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {pairs.map(([start, end]) => (
          <Panel key={`${start} ${end}`} title={`${placeName(start)} – ${placeName(end)}`}>
            <div className="grid grid-cols-2 gap-3">
              <NumberInput
                control={form.control}
                name={`${start}.${end}.minutes`}
                label={t`Minutes`}
                limits={{ minimum: 1, maximum: 2880 }}
              />
              <NumberInput
                control={form.control}
                name={`${start}.${end}.kilometres`}
                label={t`Kilometres`}
                limits={{ minimum: 1, maximum: 5000 }}
              />
            </div>
          </Panel>
        ))}
      </div>
      <DraftSaveBar
        form={form}
        nameOf={(path) =>
          path
            .split(".")
            .map((part) => fieldNames[part] ?? placeName(part))
            .join(" – ")
        }
      />
    </form>
  );
}
