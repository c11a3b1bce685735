import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "radix-ui";
import type { components } from "@/api/schema.gen";
import { Figure } from "@/components/console/figure";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import { changeText } from "../rules/words";

type Figures = components["schemas"]["RentalFigures"];

interface Props {
  now: Figures | undefined;
  before: Figures | undefined;
  /** Undefined while it is loaded. */
  currency: string | undefined;
  /** The days that `before` is about, as text. */
  beforeDays: string;
}

const nothing = "–";

/** The figures of the period, each against what it is compared with. */
export function Tiles({ now, before, currency, beforeDays }: Props) {
  const { t } = useLingui();
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? nothing : formatMoney(Math.round(amount), currency);
  const rate = (value: number | null | undefined) =>
    value === null || value === undefined ? nothing : formatRate(value);
  const note = (value: number | null | undefined, then: number | null | undefined, text: string) => {
    if (!now || !before) return undefined;
    const change = then && value !== null && value !== undefined ? changeText(value, then) : undefined;
    return (
      <div className="tabular min-h-9 leading-[1.125rem]">
        {change && <p className="font-semibold text-ink">{change}</p>}
        <p>{then ? t`${text} in ${beforeDays}` : t`nothing in ${beforeDays}`}</p>
      </div>
    );
  };
  return (
    <Tooltip.Provider delayDuration={150}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          isLarge
          name={t`Revenue`}
          explanation={t`The agreed totals of driven and booked rentals, each spread evenly over its rental days. Only the days in this period count.`}
          value={now && money(now.revenue)}
          note={note(now?.revenue, before?.revenue, money(before?.revenue))}
        />
        <Figure
          isLarge
          name={t`Occupancy`}
          explanation={t`Days on which a vehicle was rented, out of the days on which it was in service and not in the workshop.`}
          value={now && rate(now.occupancy)}
          note={note(now?.occupancy, before?.occupancy, rate(before?.occupancy))}
        />
        <Figure
          isLarge
          name={t`Revenue per available day`}
          explanation={t`Revenue divided by the days on which vehicles were available, whether they were rented or not.`}
          value={now && money(now.revenuePerAvailableDay)}
          note={note(
            now?.revenuePerAvailableDay,
            before?.revenuePerAvailableDay,
            money(before?.revenuePerAvailableDay),
          )}
        />
        <Figure
          isLarge
          name={t`Rentals`}
          explanation={t`Driven and booked rentals that begin in this period.`}
          value={now && formatNumber(now.rentals)}
          note={note(now?.rentals, before?.rentals, formatNumber(before?.rentals ?? 0))}
        />
      </div>
    </Tooltip.Provider>
  );
}
