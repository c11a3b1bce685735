import { Plural, useLingui } from "@lingui/react/macro";
import { Paperclip, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { adminPath } from "@/config/admin-path";
import {
  type Cost,
  costAmount,
  costKinds,
  costsKey,
  receiptUrl,
  removeCost,
} from "@/features/console/shared/costs/costs";
import { formatPlainDay } from "@/lib/format";

interface Props {
  costs: readonly Cost[];
  pages: TablePages;
  onEdit: (cost: Cost) => void;
}

/** Costs with their receipts; each can be changed and deleted. */
export function CostTable({ costs, pages, onEdit }: Props) {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Cost | null>(null);
  const change = useChange({ refresh: costsKey });
  const nameOf = ({ kind, spentOn }: Cost) => `${t(costKinds[kind])}, ${formatPlainDay(spentOn)}`;
  const columns: TableColumn<Cost>[] = [
    {
      id: "kind",
      title: t`Kind`,
      sort: "asc",
      cell: (cost) => (
        <>
          <span className="font-semibold">{t(costKinds[cost.kind])}</span>
          {cost.hasReceipt && (
            <a
              className="ml-2 inline-flex min-h-11 items-center gap-1 text-pine underline underline-offset-4 lg:min-h-0"
              href={receiptUrl(cost.id)}
              target="_blank"
              rel="noreferrer"
            >
              <Paperclip aria-hidden size={16} /> {t`Receipt`}
            </a>
          )}
          {cost.note && <span className="block text-slate">{cost.note}</span>}
        </>
      ),
    },
    {
      id: "plate",
      title: t`Vehicle`,
      sort: "asc",
      cell: (row) => <VehicleCell {...row} />,
    },
    {
      id: "spentOn",
      title: t`Date`,
      sort: "desc",
      cell: ({ spentOn }) => (
        <span className="tabular whitespace-nowrap text-slate">{formatPlainDay(spentOn)}</span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "supplier",
      title: t`Supplier`,
      sort: "asc",
      cell: ({ supplier }) => supplier && <span className="text-slate">{supplier}</span>,
      card: "line",
    },
    {
      id: "amount",
      title: t`Amount`,
      sort: "desc",
      cell: (cost) => (
        <>
          <span className="font-semibold">{costAmount(cost)}</span>
          {cost.months > 1 && (
            <span className="block text-slate">
              <Plural value={cost.months} one="over # month" other="over # months" />
            </span>
          )}
        </>
      ),
      align: "end",
      card: "right",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Vehicle costs`}
        rows={costs}
        columns={columns}
        rowId={({ id }) => id}
        defaultSort="-spentOn"
        isSortedByServer
        pages={pages}
        actions={(cost) => (
          <>
            <Button
              look="plain"
              className="px-3"
              aria-label={t`Edit ${{ name: nameOf(cost) }}`}
              onClick={() => onEdit(cost)}
            >
              <Pencil aria-hidden size={18} />
            </Button>
            <Button
              look="plain"
              className="px-3"
              aria-label={t`Delete ${{ name: nameOf(cost) }}`}
              onClick={() => setDoomed(cost)}
            >
              <Trash2 aria-hidden size={18} />
            </Button>
          </>
        )}
      />
      {doomed && (
        <ConfirmDialog
          title={t`Delete ${{ name: nameOf(doomed) }}?`}
          description={t`Its receipt is deleted, too.`}
          confirm={t`Delete`}
          onConfirm={() =>
            change(
              () => removeCost(doomed.id),
              () => ({ title: t`Cost deleted` }),
            )
          }
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

/** The vehicle of a cost or fine, and its car. */
export function VehicleCell({ vehicleId, plate, car }: Pick<Cost, "vehicleId" | "plate" | "car">) {
  return (
    <>
      <Link
        className="font-semibold text-pine underline underline-offset-4"
        to={adminPath.vehicle(vehicleId)}
      >
        {plate}
      </Link>
      <span className="block text-slate">{car}</span>
    </>
  );
}
