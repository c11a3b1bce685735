import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";

export type Row = components["schemas"]["ReportRow"] | components["schemas"]["ReportMonth"];
type ColumnName = "revenue" | "rentals" | "days" | "occupancy" | "revenuePerAvailableDay";

interface Column {
  name: ColumnName;
  title: MessageDescriptor;
  text: (row: Row, currency: string) => string;
}

const nothing = "–";

/** A dash without available days. */
export const occupancyText = (occupancy: number | null) =>
  occupancy === null ? nothing : formatRate(occupancy);

/** The columns of every table of the page. */
export const columns: readonly Column[] = [
  {
    name: "revenue",
    title: msg({ message: "Revenue", context: "column of a report" }),
    text: (row, currency) => formatMoney(Math.round(row.revenue), currency),
  },
  {
    name: "rentals",
    title: msg({ message: "Rentals", context: "column of a report" }),
    text: (row) => formatNumber(row.rentals),
  },
  {
    name: "days",
    title: msg({ message: "Rental days", context: "column of a report" }),
    text: (row) => formatNumber(row.days),
  },
  {
    name: "occupancy",
    title: msg({ message: "Occupancy", context: "column of a report" }),
    text: (row) => occupancyText(row.occupancy),
  },
  {
    name: "revenuePerAvailableDay",
    title: msg({ message: "Per available day", context: "column of a report" }),
    text: (row, currency) =>
      row.revenuePerAvailableDay === null
        ? nothing
        : formatMoney(Math.round(row.revenuePerAvailableDay), currency),
  },
];

/** The row's value in the comparison period. */
export function revenueBefore(row: Row): number {
  return "revenueBefore" in row ? row.revenueBefore : (row.revenueYearBefore ?? 0);
}
