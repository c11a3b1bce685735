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

interface Trip {
  pickupLocation: string;
  dropoffLocation: string;
  /** Codes that the visitor chose; empty where they did not. */
  pickupPlace: string;
  dropoffPlace: string;
}

/**
 * Where a trip begins and ends: what the visitor chose while it is in the location, else the first of the cheapest
 * there, for a return where it was picked up if that costs no more. The server takes the same where a booking names
 * none: `default_place` in platform/src/abano/catalog/pricing/handover.py.
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
