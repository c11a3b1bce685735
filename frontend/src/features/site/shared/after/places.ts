import { siteConfig } from "@/lib/site-config";

type Place = ReturnType<typeof siteConfig>["locations"][number];

export function placeOf(code: string): Place | undefined {
  return siteConfig().locations.find((place) => place.code === code);
}

/** A map with the way to a place: by its coordinates, else its address, else its name. */
export function directionsTo(code: string): string {
  const place = placeOf(code);
  const hasPoint = place?.latitude != null && place.longitude != null;
  const named = place ? [place.name, place.address].filter(Boolean).join(", ") : code;
  const query = hasPoint ? `${place.latitude},${place.longitude}` : named;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(query)}`;
}

/** When a place is open on a day (yyyy-mm-dd): "09:00–18:00, …", "" for always, null where it is closed. */
export function hoursOn(place: Place, day: string): string | null {
  if (place.openingHours.length === 0) return "";
  // Monday is 1, as in the company's data.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const hours = place.openingHours.filter((each) => each.weekday === weekday);
  return hours.length > 0 ? hours.map((each) => `${each.opens}–${each.closes}`).join(", ") : null;
}
