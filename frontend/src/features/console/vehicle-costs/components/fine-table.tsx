import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Paperclip, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { adminPath } from "@/config/admin-path";
import { costsKey } from "@/features/console/shared/costs/costs";
import {
  chargeFine,
  type Fine,
  fineKinds,
  fineStates,
  finesKey,
  removeFine,
} from "@/features/console/shared/fines/fines";
import { NoticeLink } from "@/features/console/shared/fines/fines-card";
import { formatMoment, formatMoney } from "@/lib/format";
import { ChargeDialog } from "./charge-dialog";
import { VehicleCell } from "./cost-table";
import { KeepDialog } from "./keep-dialog";
import { NoticeDialog } from "./notice-dialog";
import { ReverseDialog } from "./reverse-dialog";

interface Props {
  fines: readonly Fine[];
  pages: TablePages;
  page: components["schemas"]["FinesResponse"];
}

interface Open {
  dialog: "charge" | "keep" | "notice" | "remove" | "reverse";
  fine: Fine;
}

/** Fines with what was decided, or the buttons that decide. */
export function FineTable({ fines, pages, page }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [several, setSeveral] = useState<{ fines: Fine[]; clear: () => void } | null>(null);
  const change = useChange({ refresh: finesKey });
  const nameOf = ({ kind, plate, reference }: Fine) => `${t(fineKinds[kind])} ${plate} ${reference}`.trim();
  const close = () => setOpen(null);
  const { currency, fees, timezone } = page;
  // Charged as they are: matched, and in the currency of the booking.
  const ready = (rows: readonly Fine[]) =>
    rows.filter(({ state, booking, currency: own }) => state === "open" && booking?.currency === own);
  const stateColumn: TableColumn<Fine> = {
    id: "state",
    title: t`State`,
    cell: (fine) => (
      <span className="text-slate">
        {t(fineStates[fine.state])}
        {fine.charged !== null && fine.chargedCurrency && (
          <span className="tabular block">
            {formatMoney(fine.charged, fine.chargedCurrency)}
            {fine.handlingFee ? ` + ${formatMoney(fine.handlingFee, fine.chargedCurrency)}` : ""}
          </span>
        )}
      </span>
    ),
    card: "line",
  };
  const columns: TableColumn<Fine>[] = [
    {
      id: "kind",
      title: t`Kind`,
      cell: (fine) => (
        <>
          <span className="mr-2 font-semibold whitespace-nowrap">{t(fineKinds[fine.kind])}</span>
          {fine.hasNotice && <NoticeLink fineId={fine.id} />}
          <span className="block text-slate">{[fine.reference, fine.note].filter(Boolean).join(" · ")}</span>
        </>
      ),
    },
    {
      id: "plate",
      title: t`Vehicle`,
      cell: (row) => <VehicleCell {...row} />,
    },
    {
      id: "happenedAt",
      title: t`Time`,
      sort: "desc",
      cell: ({ happenedAt }) => (
        <span className="tabular text-slate">{formatMoment(happenedAt, timezone)}</span>
      ),
      card: "line",
    },
    {
      id: "booking",
      title: t`Booking`,
      cell: ({ booking, state }) =>
        booking ? (
          <>
            <Link className="text-pine underline underline-offset-4" to={adminPath.booking(booking.id)}>
              {booking.reference}
            </Link>
            <span className="block text-slate">{booking.customerName}</span>
          </>
        ) : (
          state === "open" && <Badge look="warning">{t`No booking at that time`}</Badge>
        ),
      card: "line",
    },
    // Where all are to be decided, the buttons say so.
    ...(fines.every(({ state }) => state === "open") ? [] : [stateColumn]),
    {
      id: "amount",
      title: t`Amount`,
      cell: (fine) => <span className="font-semibold">{formatMoney(fine.amount, fine.currency)}</span>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Fines and tolls`}
        rows={fines}
        columns={columns}
        rowId={({ id }) => id}
        defaultSort="-happenedAt"
        isSortedByServer
        pages={pages}
        bulkActions={(rows, clear) =>
          ready(rows).length > 0 && (
            <Button look="quiet" onClick={() => setSeveral({ fines: ready(rows), clear })}>
              <Plural value={{ count: ready(rows).length }} one="Charge # entry" other="Charge # entries" />
            </Button>
          )
        }
        actions={(fine) => (
          <>
            {fine.state === "open" && (
              <>
                <Button look="quiet" onClick={() => setOpen({ dialog: "charge", fine })}>
                  <Trans>Charge customer</Trans>
                </Button>
                <Button look="plain" onClick={() => setOpen({ dialog: "keep", fine })}>
                  <Trans>Keep as cost</Trans>
                </Button>
              </>
            )}
            <Button
              look="plain"
              className="px-3"
              aria-label={fine.hasNotice ? t`Replace the notice` : t`Add notice`}
              onClick={() => setOpen({ dialog: "notice", fine })}
            >
              <Paperclip aria-hidden size={18} />
            </Button>
            {fine.state !== "open" && (
              <Button look="plain" onClick={() => setOpen({ dialog: "reverse", fine })}>
                <Trans>Undo</Trans>
              </Button>
            )}
            {fine.state === "open" && (
              <Button
                look="plain"
                className="px-3"
                aria-label={t`Delete ${{ name: nameOf(fine) }}`}
                onClick={() => setOpen({ dialog: "remove", fine })}
              >
                <Trash2 aria-hidden size={18} />
              </Button>
            )}
          </>
        )}
      />
      {open?.dialog === "charge" && (
        <ChargeDialog fine={open.fine} fees={fees} currency={currency} onClose={close} />
      )}
      {open?.dialog === "keep" && <KeepDialog fine={open.fine} currency={currency} onClose={close} />}
      {open?.dialog === "reverse" && <ReverseDialog fine={open.fine} onClose={close} />}
      {open?.dialog === "notice" && <NoticeDialog fine={open.fine} onClose={close} />}
      {open?.dialog === "remove" && (
        <ConfirmDialog
          title={t`Delete this entry?`}
          description={t`It comes back when the same file is imported again.`}
          confirm={t`Delete`}
          onConfirm={() =>
            change(
              () => removeFine(open.fine.id),
              () => ({ title: t`Entry deleted` }),
            )
          }
          onClose={close}
        />
      )}
      {several && (
        <ConfirmDialog
          title={t`Charge these to the customers?`}
          description={t`Each amount and its handling fee become part of the price of its booking.`}
          confirm={t`Charge`}
          onConfirm={() =>
            change(
              async () => {
                for (const { id, amount, kind } of several.fines) {
                  await chargeFine(id, { amount, handlingFee: fees[kind] });
                }
                several.clear();
                await client.invalidateQueries({ queryKey: costsKey });
              },
              () => ({ title: t`Charged to the customers` }),
            )
          }
          onClose={() => setSeveral(null)}
        />
      )}
    </>
  );
}
