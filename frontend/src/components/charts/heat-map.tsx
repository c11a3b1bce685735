import { clsx } from "clsx";

interface Place {
  id: string;
  name: string;
  /** Where there is little room. */
  shortName?: string;
}

interface Props {
  label: string;
  /** What the rows are: "Weekday". */
  rowTitle: string;
  rows: readonly Place[];
  columns: readonly Place[];
  /** null where there is no figure. */
  value: (row: string, column: string) => number | null;
  /** The value with the darkest cell. */
  most: number;
  valueText: (value: number) => string;
  isSmall?: boolean;
}

/** A table whose cells are the picture: the more, the darker, and never too dark for the figure in it. */
export function HeatMap(props: Props) {
  const { label, rowTitle, rows, columns, value, most, valueText, isSmall = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="-mx-1 overflow-x-auto px-1" tabIndex={0} aria-label={label}>
      <table
        className={clsx(
          "tabular w-full min-w-[44rem] border-separate border-spacing-0.5 text-center",
          isSmall ? "table-fixed text-[0.6875rem]" : "text-xs",
        )}
      >
        <thead className="text-muted">
          <tr>
            <th scope="col" className={clsx("text-left font-normal", isSmall ? "w-12" : "w-36")}>
              <span className={isSmall ? "sr-only" : undefined}>{rowTitle}</span>
            </th>
            {columns.map(({ id, name, shortName = name }) => (
              <th key={id} scope="col" className="font-normal" title={name}>
                {shortName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, shortName = name }) => (
            <tr key={id}>
              <th scope="row" className="max-w-36 truncate pr-2 text-left text-xs font-medium" title={name}>
                {shortName}
              </th>
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  value={value(id, column.id)}
                  most={most}
                  valueText={valueText}
                  isSmall={isSmall}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps extends Pick<Props, "most" | "valueText"> {
  value: number | null;
  isSmall: boolean;
}

function Cell({ value, most, valueText, isSmall }: CellProps) {
  if (value === null) return <td className="text-muted">–</td>;
  const share = value === 0 || most === 0 ? 4 : Math.round(6 + (value / most) * 40);
  return (
    <td
      className={isSmall ? "h-7 rounded-sm" : "h-8 rounded-md"}
      style={{ background: `color-mix(in oklab, var(--pine) ${share}%, var(--panel))` }}
    >
      {valueText(value)}
    </td>
  );
}
