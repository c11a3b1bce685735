import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useState } from "react";

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
  /** Cells, rows and columns that can be pressed. */
  press?: Press;
}

/** Without a row or a column: all of them. */
export interface Press {
  isOn: (row: string | undefined, column: string | undefined) => boolean;
  /** What pressing shows, in words. */
  name: (row: string | undefined, column: string | undefined) => string;
  on: (row: string | undefined, column: string | undefined) => void;
}

/** A table whose cells are the picture: the more, the darker, and never too dark for the figure in it. */
export function HeatMap(props: Props) {
  const { label, rowTitle, rows, columns, value, most, valueText, isSmall = false, press } = props;
  const grid = useGridKeys(rows.length, columns.length);
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
                <Pressable press={press} column={id}>
                  {shortName}
                </Pressable>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...(press && { onKeyDown: grid.onKeyDown })}>
          {rows.map(({ id, name, shortName = name }, row) => (
            <tr key={id}>
              <th scope="row" className="max-w-36 truncate pr-2 text-left text-xs font-medium" title={name}>
                <Pressable press={press} row={id}>
                  {shortName}
                </Pressable>
              </th>
              {columns.map((column, place) => (
                <Cell
                  key={column.id}
                  press={press}
                  row={id}
                  column={column.id}
                  at={grid.at(row, place)}
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

interface PressableProps {
  press: Press | undefined;
  row?: string;
  column?: string;
  /** Of a cell: its place, and whether the Tab key reaches it. */
  at?: { "data-cell": string; tabIndex: number };
  /** Before the name. */
  text?: string;
  children: ReactNode;
}

function Pressable({ press, row, column, at, text, children }: PressableProps) {
  if (!press) return children;
  const name = press.name(row, column);
  return (
    <button
      type="button"
      {...at}
      aria-pressed={press.isOn(row, column)}
      aria-label={text === undefined ? name : `${name}: ${text}`}
      title={name}
      onClick={() => press.on(row, column)}
      className="block size-full min-h-7 rounded-sm px-0.5 text-inherit hover:outline-2 hover:outline-edge aria-pressed:font-bold aria-pressed:outline-2 aria-pressed:outline-accent"
    >
      {children}
    </button>
  );
}

/** One stop for the Tab key; arrow keys move between the cells. */
function useGridKeys(rows: number, columns: number) {
  const [[row, column], setCell] = useState([0, 0]);
  const moves: Record<string, readonly [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key];
    const cell = (event.target as HTMLElement).dataset.cell?.split(" ").map(Number);
    if (!move || cell?.[0] === undefined || cell[1] === undefined) return;
    event.preventDefault();
    const next = [
      Math.min(rows - 1, Math.max(0, cell[0] + move[0])),
      Math.min(columns - 1, Math.max(0, cell[1] + move[1])),
    ] as const;
    setCell([...next]);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join(" ")}"]`)?.focus();
  };
  const at = (inRow: number, inColumn: number) => ({
    "data-cell": `${inRow} ${inColumn}`,
    tabIndex: inRow === row && inColumn === column ? 0 : -1,
  });
  return { at, onKeyDown };
}

interface CellProps extends Pick<Props, "most" | "valueText">, Omit<PressableProps, "children"> {
  value: number | null;
  isSmall: boolean;
}

function Cell({ value, most, valueText, isSmall, ...rest }: CellProps) {
  if (value === null) return <td className="text-muted">–</td>;
  const share = value === 0 || most === 0 ? 4 : Math.round(6 + (value / most) * 40);
  return (
    <td
      className={isSmall ? "h-7 rounded-sm" : "h-8 rounded-md"}
      style={{ background: `color-mix(in oklab, var(--pine) ${share}%, var(--panel))` }}
    >
      <Pressable {...rest} text={valueText(value)}>
        {valueText(value)}
      </Pressable>
    </td>
  );
}
