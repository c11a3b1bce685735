import type { Vehicle } from "@/features/console/shared/fleet";
import { addDays } from "@/lib/dates";
import { day, oneOf, textUpTo } from "@/lib/url-state";
import type { Bar, Unassigned } from "./api";

const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;
/** A gap this short is hard to rent out; longer ones are obvious. */
const maxMarkedGap = 72;

const spans = ["14", "31", "92"] as const;
export const readers = { from: day, days: oneOf(spans), car: textUpTo(60), place: textUpTo(60) };

/** A booking that can be assigned: the bar of an assigned one, or an unassigned one. */
export interface Movable {
  bookingId: string;
  reference: string;
  customerName: string;
  car: string;
  startsAt: string;
  /** Including the turnaround time, if known. */
  until: string;
  vehicleId: string | null;
}

/** Start and end, as moments. */
export interface Period {
  startsAt: string;
  endsAt: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const clock = new Intl.DateTimeFormat("sv-SE", { ...parts, hourCycle: "h23", timeZone });
  clocks.set(timeZone, clock);
  return clock;
}

/** Days from the start of `first` to a moment, in the company's time zone: 1.5 is the next day at noon. */
export function position(moment: string | number, first: string, timeZone: string): number {
  return (wallTime(moment, timeZone) - Date.parse(`${first}T00:00Z`)) / dayMilliseconds;
}

/** Local times are cached: they are expensive to compute, and bars are placed repeatedly. */
const wallTimes = new Map<string, number>();
const maxKept = 50_000;

function wallTime(moment: string | number, timeZone: string): number {
  const name = `${moment} ${timeZone}`;
  const known = wallTimes.get(name);
  if (known !== undefined) return known;
  const wall = Date.parse(`${clockOf(timeZone).format(new Date(moment)).replace(" ", "T")}Z`);
  if (wallTimes.size > maxKept) wallTimes.clear();
  wallTimes.set(name, wall);
  return wall;
}

/** The position in a range of days, in percent of its width; null outside. */
export function placeOf(
  since: string,
  until: string,
  period: { first: string; days: number; timeZone: string },
): { left: number; width: number } | null {
  const from = Math.max(0, position(since, period.first, period.timeZone));
  const to = Math.min(period.days, position(until, period.first, period.timeZone));
  if (to <= from) return null;
  return { left: (from / period.days) * 100, width: ((to - from) / period.days) * 100 };
}

export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The months of a range, each with its number of days in the range. */
export function monthsOf(days: readonly string[]): { month: string; count: number }[] {
  const months: { month: string; count: number }[] = [];
  for (const each of days) {
    const last = months.at(-1);
    if (last && each.startsWith(last.month)) last.count += 1;
    else months.push({ month: each.slice(0, 7), count: 1 });
  }
  return months;
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
}

/** The start of the gap before a bar. */
export function gapStart(bar: Bar): string | null {
  if (!bar.gapHours || bar.gapHours > maxMarkedGap) return null;
  return new Date(Date.parse(bar.startsAt) - bar.gapHours * hourMilliseconds).toISOString();
}

/** The booking of a bar that can be moved to another vehicle; null for others. */
export function movableBar(bar: Bar): Movable | null {
  if (!bar.bookingId || (bar.status !== "pending" && bar.status !== "confirmed")) return null;
  return {
    bookingId: bar.bookingId,
    reference: bar.reference ?? bar.title,
    customerName: bar.customerName ?? "",
    car: bar.car ?? "",
    startsAt: bar.startsAt,
    until: bar.blockedUntil,
    vehicleId: bar.vehicleId,
  };
}

export function movableUnassigned(booking: Unassigned): Movable {
  const { bookingId, reference, customerName, car, startsAt, endsAt } = booking;
  return { bookingId, reference, customerName, car, startsAt, until: endsAt, vehicleId: null };
}

/** Whether this vehicle is free for the booking, according to loaded data. The server checks again. */
export function isFree(vehicle: Vehicle, booking: Movable, bars: readonly Bar[]): boolean {
  if (vehicle.state !== "in_service") return false;
  return !bars.some(
    (bar) =>
      bar.vehicleId === vehicle.id &&
      bar.bookingId !== booking.bookingId &&
      Date.parse(bar.startsAt) < Date.parse(booking.until) &&
      Date.parse(bar.blockedUntil) > Date.parse(booking.startsAt),
  );
}

/** The next vehicle above (-1) or below (1) that could take the booking: of the same model first, then any other. */
export function neighbour(
  booking: Movable,
  direction: -1 | 1,
  vehicles: readonly Vehicle[],
  bars: readonly Bar[],
): Vehicle | undefined {
  const at = vehicles.findIndex((each) => each.id === booking.vehicleId);
  const onward = direction === 1 ? vehicles.slice(at + 1) : vehicles.slice(0, Math.max(at, 0)).reverse();
  const free = onward.filter((each) => isFree(each, booking, bars));
  return free.find((each) => each.car === booking.car) ?? free[0];
}

/** The entries of a vehicle on one day, in order. */
export function barsOn(date: string, bars: readonly Bar[], timeZone: string): Bar[] {
  return bars
    .filter((bar) => position(bar.startsAt, date, timeZone) < 1 && position(bar.endsAt, date, timeZone) > 0)
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
}

/** The visible rows with a margin on both sides, in steps, so that small scrolling does not rerender. */
export function rowsInSight(top: number, height: number, rowHeight: number, count: number) {
  const [spare, step] = [8, 4];
  const from = Math.floor((top / rowHeight - spare) / step) * step;
  const to = Math.ceil(((top + height) / rowHeight + spare) / step) * step;
  return { from: Math.max(0, from), to: Math.min(count, to) };
}

/** The bars of each vehicle, by id. */
export function byVehicleId(bars: readonly Bar[]): Map<string, Bar[]> {
  const found = new Map<string, Bar[]>();
  for (const bar of bars) {
    const known = found.get(bar.vehicleId);
    if (known) known.push(bar);
    else found.set(bar.vehicleId, [bar]);
  }
  return found;
}
