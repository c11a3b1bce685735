import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { type QueryTable, tablesQuery } from "../api";

interface Props {
  onInsert: (name: string) => void;
}

/** The tables with their columns; a click puts a name into the query. */
export function TableList({ onInsert }: Props) {
  const { t } = useLingui();
  return (
    <Panel title={t`Tables`} description={t`Choose a name to put it into the query.`}>
      <QueryBoundary query={useQuery(tablesQuery())} skeleton={<Skeleton className="h-64" />}>
        {({ tables }) => (
          <ul className="border-t border-line">
            {tables.map((table) => (
              <TableItem key={table.name} table={table} onInsert={onInsert} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function TableItem({ table, onInsert }: Props & { table: QueryTable }) {
  const { t } = useLingui();
  const insert = (name: string) => ({
    "aria-label": t`Insert ${{ name }}`,
    className: "min-h-9 text-left font-mono text-sm break-all underline-offset-4 hover:underline",
    onClick: () => onInsert(name),
  });
  return (
    <li className="border-b border-line">
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 text-sm">
          <span className="font-mono font-semibold">{table.name}</span>
          <span className="text-xs text-muted">{table.columns.length}</span>
        </summary>
        <div className="pb-3">
          <button type="button" {...insert(table.name)}>
            <Trans>Insert the table's name</Trans>
          </button>
          <ul>
            {table.columns.map((column) => (
              <li
                key={column.name}
                title={column.description}
                className="flex items-baseline justify-between gap-3"
              >
                <button type="button" {...insert(column.name)}>
                  {column.name}
                </button>
                <span className="text-right text-xs text-muted">{column.type.toLowerCase()}</span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}
