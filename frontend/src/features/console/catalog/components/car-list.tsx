import { Trans, useLingui } from "@lingui/react/macro";
import { Eye, Search } from "lucide-react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import type { Entry } from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/catalog-frame";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import { formatMoney } from "@/lib/format";
import { lowestRate } from "../api";

type Car = Entry<"cars">;
const shown = ({ item, live }: Car) => item ?? live;

function priceOf(car: Car): number | null {
  const values = shown(car);
  return values ? lowestRate(values) : null;
}

/** The models, as the site lists them. */
export function CarList({ cars }: { cars: Car[] }) {
  const { t } = useLingui();
  const columns: TableColumn<Car>[] = [
    {
      id: "name",
      title: t`Car`,
      sort: "asc",
      value: ({ label }) => label,
      cell: (car) => (
        <span className="flex items-center gap-4">
          <span className="grid h-14 w-20 shrink-0 place-items-center overflow-hidden rounded-xl bg-stone">
            <StoredThumbnail value={shown(car)?.images[0]} className="h-full w-full" />
          </span>
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {car.label} <StateBadge state={car.state} />
          </span>
        </span>
      ),
    },
    {
      id: "shown",
      title: t`Shown on the site`,
      cell: (car) => <WhereShown car={shown(car)} />,
      card: "line",
    },
    {
      id: "price",
      title: t`Lowest daily rate`,
      sort: "asc",
      value: priceOf,
      cell: (car) => {
        const price = priceOf(car);
        return price !== null && <b>{formatMoney(price)}</b>;
      },
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Cars`}
      rows={cars}
      columns={columns}
      rowId={({ key }) => key}
      to={({ key }) => adminPath.catalogCar(key)}
    />
  );
}

function WhereShown({ car }: { car: ReturnType<typeof shown> }) {
  if (!car) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-slate">
      {!car.inFleet && !car.inSearch && <Trans>Not on the site</Trans>}
      {car.inFleet && (
        <span className="inline-flex items-center gap-1">
          <Eye aria-hidden size={14} /> <Trans>Showcase</Trans>
        </span>
      )}
      {car.inSearch && (
        <span className="inline-flex items-center gap-1">
          <Search aria-hidden size={14} /> <Trans>Search</Trans>
        </span>
      )}
    </span>
  );
}
