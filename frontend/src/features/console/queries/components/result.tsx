import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo } from "react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatMoment, formatNumber } from "@/lib/format";
import { exportRows, type FileFormat, type QueryChart, type QueryResult } from "../api";
import {
  fits,
  isNumeric,
  maxShownRows,
  type ResultRow,
  shownRows,
  sortValueOf,
  suggestedChart,
  textOf,
} from "../rules/result";
import { ResultChart } from "./result-chart";

interface Props {
  sql: string;
  result: QueryResult;
  /** Null: no chart. Undefined: the one that suits the result. */
  chart: QueryChart | null | undefined;
  onChart: (chart: QueryChart | null) => void;
}

/** The rows of a query: as a chart, as a table, and as files. */
export default function Result({ sql, result, chart, onChart }: Props) {
  const { t } = useLingui();
  const rows = useMemo(() => shownRows(result), [result]);
  const columns = useMemo(() => columnsOf(result), [result]);
  const suggested = useMemo(() => suggestedChart(result), [result]);
  const shown = chart && fits(chart, result) ? chart : chart === null ? null : suggested;
  const save = useMutation({
    mutationFn: (format: FileFormat) => exportRows(sql, format),
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't export`, description: sentenceOf(error) }),
  });
  const seconds = formatNumber(result.seconds, 2);

  return (
    <section aria-label={t`Result`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="tabular text-sm text-slate">
          <Plural value={result.rowCount} one="# row" other="# rows" /> · {t`${{ seconds }} s`}
          {result.dataThrough && (
            <> · {t`Data up to ${{ moment: formatMoment(result.dataThrough, result.timezone) }}`}</>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {(["csv", "parquet"] as const).map((format) => (
            <Button
              key={format}
              look="quiet"
              className="min-h-11 px-4 text-sm"
              disabled={save.isPending}
              onClick={() => save.mutate(format)}
            >
              <Download aria-hidden size={16} /> {format === "csv" ? t`Export CSV` : t`Export Parquet`}
            </Button>
          ))}
        </div>
      </div>
      {(result.truncated || result.rowCount > maxShownRows) && (
        <p className="text-sm text-slate">
          {result.truncated
            ? t`There are more rows than 10,000; the rest is left out. Group or filter them.`
            : t`The first ${{ count: maxShownRows }} rows are shown. The exports have all.`}
        </p>
      )}
      {suggested && rows.length > 0 && (
        <ResultChart result={result} chart={shown} suggested={suggested} onChart={onChart} />
      )}
      {rows.length === 0 ? (
        <p className="rounded-card border border-line bg-panel p-8 text-center text-slate">
          <Trans>No rows match this query.</Trans>
        </p>
      ) : (
        <div className="overflow-x-auto">
          <DataTable label={t`Rows`} rows={rows} columns={columns} rowId={({ id }) => id} name="rows" />
        </div>
      )}
    </section>
  );
}

function columnsOf({ columns }: QueryResult): TableColumn<ResultRow>[] {
  return columns.map(({ name, type }, place) => ({
    id: `c${place}`,
    title: name,
    cell: ({ values }) => <span className="break-words">{textOf(values[place])}</span>,
    value: ({ values }) => sortValueOf(values[place]),
    sort: isNumeric(type) ? "desc" : "asc",
    card: place === 0 ? "left" : "line",
    isLabelled: place > 0,
    ...(isNumeric(type) && { align: "end" as const }),
  }));
}
