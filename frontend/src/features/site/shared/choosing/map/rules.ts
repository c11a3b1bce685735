import type { Place } from "@/lib/site-config";

export interface Point {
  code: string;
  name: string;
  /** In percent of the map's width and height, from its upper left. */
  x: number;
  y: number;
}

type Located = Pick<Place, "code" | "name" | "latitude" | "longitude">;

interface Coordinates {
  latitude: number;
  longitude: number;
}

const kilometresADegree = 111.195;
const radians = Math.PI / 180;
/** Room around the outermost points, in percent. */
const margin = 14;
/** What is nearer than so many degrees to each other is drawn as if it were so far apart. */
const minSpan = 0.05;

export function coordinatesOf({ latitude, longitude }: Located): Coordinates | null {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}

/** As the crow flies, in whole kilometres. */
export function distance(from: Coordinates, to: Coordinates): number {
  const half = (one: number, other: number) => Math.sin(((other - one) * radians) / 2) ** 2;
  const part =
    half(from.latitude, to.latitude) +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * half(from.longitude, to.longitude);
  return Math.round((2 * Math.asin(Math.sqrt(part)) * kilometresADegree) / radians);
}

/**
 * The places with coordinates on a map of this shape (width by height), north above: a degree of longitude is as much
 * shorter than one of latitude as it is in their middle.
 */
export function projected(places: readonly Located[], shape: number): Point[] {
  const located = places.flatMap((place) => {
    const at = coordinatesOf(place);
    return at ? [{ ...place, ...at }] : [];
  });
  if (located.length === 0) return [];
  const latitudes = located.map(({ latitude }) => latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const east = ({ longitude }: Coordinates) => longitude * Math.cos(middle * radians);
  const eastings = located.map(east);
  const centre = { x: (Math.min(...eastings) + Math.max(...eastings)) / 2, y: middle };
  const width = Math.max(Math.max(...eastings) - Math.min(...eastings), minSpan);
  const height = Math.max(Math.max(...latitudes) - Math.min(...latitudes), minSpan);
  const room = (100 - 2 * margin) / 100;
  // Degrees that the whole map is high; its width is `shape` times that.
  const span = Math.max(width / shape, height) / room;
  return located.map((place) => ({
    code: place.code,
    name: place.name,
    x: 50 + ((east(place) - centre.x) / (span * shape)) * 100,
    y: 50 - ((place.latitude - centre.y) / span) * 100,
  }));
}

/** Pages of other sites that lead there. Nothing is asked of them before someone follows the link. */
export function directionsTo({
  latitude,
  longitude,
}: Coordinates): Record<"openStreetMap" | "google", string> {
  const at = `${latitude},${longitude}`;
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
  return {
    openStreetMap: `https://www.openstreetmap.org/directions?${query({ to: at })}`,
    google: `https://www.google.com/maps/dir/?${query({ api: "1", destination: at })}`,
  };
}
