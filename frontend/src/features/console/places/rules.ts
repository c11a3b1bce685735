import type { Items } from "@/features/console/shared/catalog-draft/api";

export type Place = Items["locations"];
export type HandoverPlace = Items["handoverPlaces"];
type Fees = Items["deliveryFees"];
export type Opening = Place["openingHours"][number];

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Coordinates as copied from maps, "46.8533, 9.529", separated by comma or space; null when invalid. */
export function pointOf(text: string): { latitude: number; longitude: number } | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

export function pointText({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string {
  return latitude === null || longitude === null ? "" : `${latitude}, ${longitude}`;
}

/** One-way fees by pickup and return. */
export type FeeTable = Record<string, Record<string, number | null>>;

export function feeTable(fees: Fees): FeeTable {
  const table: FeeTable = {};
  for (const { pickup, dropoff, fee } of fees) table[pickup] = { ...table[pickup], [dropoff]: fee };
  return table;
}

/** A pair without a fee is omitted. */
export function feesOf(table: FeeTable): Fees {
  return Object.entries(table).flatMap(([pickup, fees]) =>
    Object.entries(fees).flatMap(([dropoff, fee]) => (fee ? { pickup, dropoff, fee } : [])),
  );
}

type DrivingTimes = Items["drivingTimes"];

/** Driving times by pair of places, with the codes in alphabetical order. */
export type DrivingTable = Record<
  string,
  Record<string, { minutes: number | null; kilometres: number | null }>
>;

export function drivingTable(times: DrivingTimes): DrivingTable {
  const table: DrivingTable = {};
  for (const { start, end, minutes, kilometres } of times) {
    table[start] = { ...table[start], [end]: { minutes, kilometres: kilometres ?? null } };
  }
  return table;
}

/**
 * A pair without minutes and kilometres is omitted; one with kilometres alone is sent, so that the server rejects it.
 */
export function drivingTimesOf(table: DrivingTable): DrivingTimes {
  return Object.entries(table).flatMap(([start, ends]) =>
    Object.entries(ends).flatMap(([end, { minutes, kilometres }]) =>
      minutes || kilometres ? { start, end, minutes: minutes as number, kilometres } : [],
    ),
  );
}

/** Each pair once, with the codes in alphabetical order. */
export function pairsOf(codes: readonly string[]): [start: string, end: string][] {
  return codes.flatMap((code, at) =>
    codes.slice(at + 1).map((other): [string, string] => (code < other ? [code, other] : [other, code])),
  );
}

/** Replaces the hours of one weekday, in order of the week. */
export function withDay(hours: readonly Opening[], weekday: number, own: readonly Opening[]): Opening[] {
  return [...hours.filter((each) => each.weekday !== weekday), ...own].toSorted(
    (first, second) => first.weekday - second.weekday || first.opens.localeCompare(second.opens),
  );
}
