import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import { cuts, type ProfitFigures, type ProfitReport, type View } from "../api";
import { cutNames, rowName } from "../words";

interface Props {
  report: ProfitReport;
  view: View;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

type Row = ProfitFigures & { key: string; label?: string | null; detail?: string | null };

/** The figures by model, vehicle or month. */
export function ProfitTable({ report, view, onChoose }: Props) {
  const { t } = useLingui();
  const { cut, currency } = report;
  const rows: Row[] = cut === "month" ? report.months : report.rows;
  const money = (amount: number) => (
    <span className={clsx("tabular", amount < 0 && "text-danger")}>{formatMoney(amount, currency)}</span>
  );
  const rate = (value: number | null) => (value === null ? "–" : formatRate(value));
  const columns: TableColumn<Row>[] = [
    {
      id: "name",
      title: t(cutNames[cut]),
      sort: "asc",
      value: (row) => (cut === "month" ? row.key : rowName(cut, row)),
      cell: (row) => (
        <>
          <span className="font-semibold">{rowName(cut, row)}</span>
          {row.detail && <span className="block text-slate">{row.detail}</span>}
        </>
      ),
    },
    {
      id: "revenue",
      title: t`Revenue`,
      sort: "desc",
      value: ({ revenue }) => revenue,
      cell: ({ revenue }) => money(revenue),
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "costs",
      title: t`Costs`,
      sort: "desc",
      value: ({ costs }) => costs,
      cell: ({ costs }) => money(costs),
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "profit",
      title: t`Profit`,
      sort: "desc",
      value: ({ profit }) => profit,
      cell: ({ profit }) => <strong>{money(profit)}</strong>,
      align: "end",
      card: "right",
    },
    {
      id: "margin",
      title: t`Margin`,
      sort: "desc",
      value: ({ margin }) => margin,
      cell: ({ margin }) => rate(margin),
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "rentedDays",
      title: t`Rented days`,
      sort: "desc",
      value: ({ rentedDays }) => rentedDays,
      cell: ({ rentedDays }) => formatNumber(rentedDays),
      align: "end",
      card: "none",
    },
    {
      id: "occupancy",
      title: t`Occupancy`,
      sort: "desc",
      value: ({ occupancy }) => occupancy,
      cell: ({ occupancy }) => rate(occupancy),
      align: "end",
      card: "line",
      isLabelled: true,
    },
  ];
  return (
    <section aria-label={t`Table`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset className="-mx-1 flex min-w-0 gap-1 overflow-x-auto p-1 text-sm">
        <legend className="sr-only">
          <Trans>Cut by</Trans>
        </legend>
        {cuts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view.cut === each}
            // The order of one cut may be none of another.
            onClick={() => onChoose({ cut: each, sort: undefined })}
            className="min-h-10 shrink-0 rounded-xl px-3.5 font-medium text-slate hover:bg-stone aria-pressed:bg-pine aria-pressed:text-on-pine"
          >
            {t(cutNames[each])}
          </button>
        ))}
      </fieldset>
      <DataTable
        label={t`Profit`}
        rows={rows}
        columns={columns}
        rowId={({ key }) => key}
        defaultSort={cut === "month" ? "name" : "-profit"}
      />
    </section>
  );
}
