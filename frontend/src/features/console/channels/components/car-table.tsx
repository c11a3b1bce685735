import { Trans, useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { acrissText } from "@/features/console/shared/acriss";
import type { Channel, ChannelCar } from "@/features/console/shared/channels";

/** Each car with its ACRISS code, what that means, and the channels that offer it. Leads to the car's page. */
export function CarTable({ cars, channels }: { cars: ChannelCar[]; channels: Channel[] }) {
  const { t } = useLingui();
  const offering = ({ slug, acrissCode }: ChannelCar) =>
    acrissCode ? channels.filter(({ isActive, hiddenCars }) => isActive && !hiddenCars.includes(slug)) : [];
  const columns: TableColumn<ChannelCar>[] = [
    {
      id: "name",
      title: t`Car`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      card: "line",
    },
    {
      id: "acriss",
      title: t`ACRISS code`,
      sort: "asc",
      value: ({ acrissCode }) => acrissCode ?? "",
      cell: ({ acrissCode }) =>
        acrissCode ? (
          <>
            <code>{acrissCode}</code>
            <span className="block text-xs text-muted">{acrissText(acrissCode)}</span>
          </>
        ) : (
          <span className="text-danger">
            <Trans>Missing</Trans>
          </span>
        ),
      card: "line",
    },
    {
      id: "channels",
      title: t`Offered by`,
      value: (car) => offering(car).length,
      cell: (car) =>
        offering(car)
          .map(({ name }) => name)
          .join(", ") || t`No channel`,
      card: "line",
      isLabelled: true,
    },
  ];
  return (
    <DataTable
      label={t`Cars`}
      name="cars"
      rows={cars}
      columns={columns}
      rowId={({ slug }) => slug}
      to={({ slug }) => adminPath.catalogCar(slug)}
    />
  );
}
