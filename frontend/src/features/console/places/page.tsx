import { Trans, useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { type Entry, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { DraftPage, StateBadge } from "@/features/console/shared/catalog-draft/catalog-frame";
import { AddPlaceDialog } from "./components/add-place-dialog";
import { kinds } from "./words";

/** Where cars are picked up and brought back. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Places`}
      description={<Trans>Where cars are picked up and brought back.</Trans>}
      add={{
        label: <Trans>Add a place</Trans>,
        dialog: (onClose) => <AddPlaceDialog onClose={onClose} />,
      }}
    >
      {(draft) => <PlaceList places={entriesOf(draft, "locations")} />}
    </DraftPage>
  );
}

function PlaceList({ places }: { places: Entry<"locations">[] }) {
  const { t } = useLingui();
  const kindOf = ({ item, live }: Entry<"locations">) => {
    const place = item ?? live;
    return place ? t(kinds[place.kind]) : "";
  };
  const columns: TableColumn<Entry<"locations">>[] = [
    {
      id: "name",
      title: t`Place`,
      sort: "asc",
      value: ({ label }) => label,
      cell: ({ label, state }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {label} <StateBadge state={state} />
        </span>
      ),
    },
    {
      id: "kind",
      title: t`Kind`,
      sort: "asc",
      value: kindOf,
      cell: (entry) => <span className="text-slate">{kindOf(entry)}</span>,
      card: "right",
    },
    {
      id: "address",
      title: t`Address`,
      sort: "asc",
      value: ({ item, live }) => (item ?? live)?.address,
      cell: ({ item, live }) => <span className="text-slate">{(item ?? live)?.address}</span>,
      card: "line",
    },
  ];
  return (
    <DataTable
      label={t`Places`}
      rows={places}
      columns={columns}
      rowId={({ key }) => key}
      to={({ key }) => adminPath.catalogPlace(key)}
    />
  );
}
