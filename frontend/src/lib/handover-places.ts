import { fold } from "./names";
import type { SiteConfig } from "./site-config";

/** Where exactly people meet in a location. */
export type HandoverPlace = SiteConfig["locations"][number]["handoverPlaces"][number];

/** A location with as much of its places as is asked about. */
interface Location<Place> {
  code: string;
  handoverPlaces: Place[];
}

/** The place of this code in a location, if it is offered. */
export function findPlace<Place extends { code: string }>(
  locations: readonly Location<Place>[],
  location: string,
  code = "",
): Place | undefined {
  return placesAt(locations, location).find((place) => fold(place.code) === fold(code));
}

/** Where people can meet in a location, in the company's order. */
export function placesAt<Place>(locations: readonly Location<Place>[], location: string): Place[] {
  return locations.find((each) => fold(each.code) === fold(location))?.handoverPlaces ?? [];
}

/**
 * The place that is chosen: the visitor's own choice while it is in the location, else the first that costs nothing.
 * Nothing that costs something is chosen for them.
 */
export function chosenPlace<Place extends { code: string; fee: number }>(
  locations: readonly Location<Place>[],
  location: string,
  code: string,
): Place | undefined {
  return (
    findPlace(locations, location, code) ?? placesAt(locations, location).find((place) => place.fee === 0)
  );
}
