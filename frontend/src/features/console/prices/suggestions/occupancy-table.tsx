import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { formatDay, formatMoney, formatPercent, formatShortDay } from "@/lib/format";
import type { Cell, Suggestions } from "./api";

/** Models by day: the more is rented, the darker. A suggestion has a frame, an accepted price a dot. */
export function OccupancyTable({ found }: { found: Suggestions }) {
  const { t } = useLingui();
  return (
    // Positioned: words for screen readers alone would otherwise widen the page.
    <section
      className="relative -mx-1 overflow-x-auto px-1"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t`Occupancy and price by day`}
    >
      <table className="tabular border-separate border-spacing-0.5 text-center text-xs">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="sticky left-0 z-10 min-w-28 bg-panel text-left font-normal">
              {t`Model`}
            </th>
            {found.days.map((day) => (
              <th
                key={day}
                scope="col"
                className="min-w-20 font-normal whitespace-nowrap"
                title={formatDay(day)}
              >
                {formatShortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.models.map(({ car, name, cells }) => (
            <tr key={car}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-36 truncate bg-panel pr-2 text-left font-medium"
                title={name}
              >
                {name}
              </th>
              {cells.map((cell, place) => (
                <DayCell key={found.days[place]} cell={cell} currency={found.currency} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DayCell({ cell, currency }: { cell: Cell; currency: string }) {
  const { t } = useLingui();
  const { rented, available, price, suggested, isAccepted } = cell;
  const share = available === 0 ? null : rented / available;
  return (
    <td
      className={clsx(
        "h-11 rounded-md px-1 py-1",
        suggested !== null && "outline-2 -outline-offset-2 outline-accent",
      )}
      style={{
        background: `color-mix(in oklab, var(--pine) ${share === null ? 0 : Math.round(4 + share * 42)}%, var(--panel))`,
      }}
      title={t`${rented} of ${available} rented`}
    >
      <span className="block font-semibold">{share === null ? "–" : formatPercent(100 * share, 0)}</span>
      <span className="block whitespace-nowrap">
        {formatMoney(price, currency)}
        {isAccepted && (
          <>
            <span aria-hidden> •</span>
            <span className="sr-only">{t`accepted`}</span>
          </>
        )}
      </span>
      {suggested !== null && (
        <span className="block font-semibold whitespace-nowrap">→ {formatMoney(suggested, currency)}</span>
      )}
    </td>
  );
}
