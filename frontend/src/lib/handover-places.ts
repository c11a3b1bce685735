import { fold } from "./names";
import type { SiteConfig } from "./site-config";

/** A handover place of a location. */
export type HandoverPlace = SiteConfig["locations"][number]["handoverPlaces"][number];

/** A location with the required fields of its places. */
interface Location<Place> {
  code: string;
  handoverPlaces: Place[];
}

/** The place with this code in a location, if it is offered. */
export function findPlace<Place extends { code: string }>(
  locations: readonly Location<Place>[],
  location: string,
  code = "",
): Place | undefined {
  return placesAt(locations, location).find((place) => fold(place.code) === fold(code));
}

/** The handover places of a location, in the company's order. */
export function placesAt<Place>(locations: readonly Location<Place>[], location: string): Place[] {
  return locations.find((each) => fold(each.code) === fold(location))?.handoverPlaces ?? [];
}

interface Trip {
  pickupLocation: string;
  dropoffLocation: string;
  /** Codes of the chosen places; empty where none was chosen. */
  pickupPlace: string;
  dropoffPlace: string;
}

/**
 * The handover places of a trip: the visitor's choice if it is in the location, else the first of the cheapest ones.
 * The return defaults to the pickup's place if that is not more expensive. The server uses the same rule for a
 * booking without places: `default_place` in platform/src/abano/catalog/pricing/handover.py.
 */
export function chosenPlaces<Place extends { code: string; fee: number }>(
  trip: Trip,
  locations: readonly Location<Place>[],
): { pickup: Place | undefined; dropoff: Place | undefined } {
  const cheapest = (location: string, beside?: Place) => {
    const places = placesAt(locations, location);
    const least = places.filter(({ fee }) => places.every((other) => fee <= other.fee));
    return least.find(({ code }) => code === beside?.code) ?? least[0];
  };
  const { pickupLocation, dropoffLocation } = trip;
  const pickup = findPlace(locations, pickupLocation, trip.pickupPlace) ?? cheapest(pickupLocation);
  const dropoff =
    findPlace(locations, dropoffLocation, trip.dropoffPlace) ?? cheapest(dropoffLocation, pickup);
  return { pickup, dropoff };
}
