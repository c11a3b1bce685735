import { Trans } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatMonth, formatRate } from "@/lib/format";
import { none } from "../rules/view";
import { monthName } from "../rules/words";

type Report = components["schemas"]["ReportResponse"];

/** Occupancy of each model in each month: a table whose cells are the picture. */
export function Heat({ report }: { report: Report }) {
  const months = report.months.map(({ key }) => key);
  const cells = new Map(report.monthsOfModels.map((cell) => [`${cell.key} ${cell.month}`, cell.occupancy]));
  const models = report.rows.filter(({ key, availableDays }) => key !== none && availableDays > 0);
  return (
    <div className="-mx-1 overflow-x-auto px-1">
      <table className="tabular w-full min-w-[44rem] border-separate border-spacing-0.5 text-xs">
        <thead className="text-muted">
          <tr>
            <th className="w-36 text-left font-normal">
              <Trans>Model</Trans>
            </th>
            {months.map((month) => (
              <th key={month} className="font-normal" title={monthName(month, true)}>
                {formatMonth(Number(month.slice(5))).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row" className="max-w-36 truncate pr-2 text-left font-medium">
                {label ?? key}
              </th>
              {months.map((month) => (
                <Cell key={month} occupancy={cells.get(`${key} ${month}`) ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ occupancy }: { occupancy: number | null }) {
  if (occupancy === null) return <td className="text-center text-muted">–</td>;
  return (
    <td
      className="h-8 rounded-md text-center"
      style={{ background: `color-mix(in oklab, var(--pine) ${share(occupancy)}%, var(--panel))` }}
    >
      {formatRate(occupancy)}
    </td>
  );
}

/** How much of the colour a cell has: never so much that its figure is hard to read. */
function share(occupancy: number): number {
  return Math.round(5 + occupancy * 0.43);
}
