import { type Filters, fitting } from "@/features/site/shared/choosing/rules";
import type { Block } from "@/features/site/shared/document-query";
import type { RegionMap } from "@/features/site/shared/map/api";
import type { Car, Place } from "@/lib/site-config";

export type RouteBlock = Block<"route">;
export type CarClass = Exclude<NonNullable<RouteBlock["carClass"]>, "">;

export interface Stop {
  /** Its number among those of the text, from 0: what the map calls it. */
  key: string;
  name: string;
  /** One of the company's places. */
  place: Place | undefined;
}

/** The stops with their names; without those at a place that the company no longer has. */
export function stopsOf(block: RouteBlock, places: readonly Place[]): Stop[] {
  return block.stops.flatMap((stop, at) => {
    const place = places.find(({ code }) => code === stop.place);
    const name = place?.name ?? stop.name;
    return name ? [{ key: String(at), name, place }] : [];
  });
}

/** The filter of the list of cars that shows a class. */
export function filterOf(carClass: CarClass): Filters {
  return carClass === "4x4" ? { drive: carClass } : { category: carClass };
}

/** The company's cars of a class. */
export function carsOf(cars: readonly Car[], carClass: CarClass): Car[] {
  return fitting(
    cars.filter(({ inFleet }) => inFleet),
    filterOf(carClass),
  );
}

/** Of a map, the points with these keys in this order, and the keys of those that no earlier one covers. */
export function drawnRoute(map: RegionMap, keys: readonly string[]) {
  const line = keys.flatMap((key) => map.points.find((point) => point.key === key) ?? []);
  const isSame = (one: { x: number; y: number }, other: { x: number; y: number }) =>
    one.x === other.x && one.y === other.y;
  // A round trip ends where it began: one marker is enough.
  const shown = line.filter((point, at) => line.findIndex((other) => isSame(point, other)) === at);
  return { line, shown: new Set(shown.map(({ key }) => key)) };
}
