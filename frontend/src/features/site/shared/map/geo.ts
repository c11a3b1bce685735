import type { Place } from "@/lib/site-config";

type Located = Pick<Place, "latitude" | "longitude">;

interface Coordinates {
  latitude: number;
  longitude: number;
}

const kilometresADegree = 111.195;
const radians = Math.PI / 180;

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
