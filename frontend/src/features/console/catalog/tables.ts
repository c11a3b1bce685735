import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export type Source = "live" | "draft";

/** The tables that are CSV files. */
export const tables = [
  "cars",
  "rates",
  "seasons",
  "places",
  "handover",
  "delivery",
  "insurance",
  "services",
] as const;
type Table = (typeof tables)[number];

export const tableLabels: Record<Table, MessageDescriptor> = {
  cars: msg`Cars`,
  rates: msg`Prices by length`,
  seasons: msg`Seasons`,
  places: msg`Places`,
  handover: msg`Handover places`,
  delivery: msg`Delivery fees`,
  insurance: msg`Insurance`,
  services: msg`Services`,
};
