import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { bookingRequestLimits } from "@/api/limits.gen";
import { isOpen } from "@/features/site/shared/pricing/opening-hours";
import { maxRentalDays } from "@/features/site/shared/pricing/rules";
import { nowIn, rentalDays } from "@/lib/dates";
import { chosenPlaces, type HandoverPlace, placesAt } from "@/lib/handover-places";
import { fold } from "@/lib/names";
import type { Car, SiteConfig } from "@/lib/site-config";
import { phoneProblem } from "./phone-rule";

/**
 * The wizard's validation rules with their messages; the server has the same rules. Handwritten: a validation library
 * would be larger than everything else on this page.
 */

const minNameLength = bookingRequestLimits.customerName.partMinLength;

export const personalFields = [
  "firstName",
  "lastName",
  "customerEmail",
  "customerPhone",
  "driverAge",
  "groupSize",
] as const;
export const detailsFields = [
  "pickupLocation",
  "dropoffLocation",
  "pickupDate",
  "pickupTime",
  "returnDate",
  "returnTime",
  "carType",
  "insuranceType",
] as const;
/** Codes of the chosen handover places; empty where none was chosen. */
export const placeFields = ["pickupPlace", "dropoffPlace"] as const;
/** Additional details the places require. */
export const askedFields = ["flightNumber", "pickupAddress", "dropoffAddress"] as const;

export type Personal = Record<(typeof personalFields)[number], string>;
/** The inputs of the price. */
export type Rental = Record<(typeof detailsFields)[number] | (typeof placeFields)[number], string>;
export type Details = Rental & Record<(typeof askedFields)[number], string>;
/** Error messages by field; empty when all are valid. */
export type Problems<T> = Partial<Record<keyof T, string>>;

// Plain email addresses: letters, digits and the usual marks, no dot at an end or twice; a domain of at least two
// parts.
const email = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

// The server's format: airline, number, and an optional letter.
const flightNumber = /^(?=[A-Z0-9]*[A-Z])[A-Z0-9]{2,3}[ -]?\d{1,4}[A-Z]?$/;

const isWithin = (text: string, low: number, high: number) =>
  /^\d+$/.test(text) && +text >= low && +text <= high;

/** `carMinimumAge`: the chosen car's minimum driver age, where it is higher than the company's. */
export function personalProblems(
  values: Personal,
  rental: SiteConfig["rental"],
  carMinimumAge = 0,
): Problems<Personal> {
  const { driverMinimumAge: youngest, driverMaximumAge: oldest, groupMaximum } = rental;
  const form = trimmed(values);
  const problems: Problems<Personal> = {};
  if (form.firstName.length < minNameLength) {
    problems.firstName = plural(minNameLength, {
      one: "First name must be at least # character",
      other: "First name must be at least # characters",
    });
  }
  if (form.lastName.length < minNameLength) {
    problems.lastName = plural(minNameLength, {
      one: "Last name must be at least # character",
      other: "Last name must be at least # characters",
    });
  }
  if (!email.test(form.customerEmail)) problems.customerEmail = t`Please enter a valid email address`;
  const phone = phoneProblem(form.customerPhone);
  if (phone) problems.customerPhone = phone;
  if (!form.driverAge) problems.driverAge = t`Please enter your age`;
  else if (!isWithin(form.driverAge, youngest, oldest)) {
    problems.driverAge = t`Driver age must be between ${youngest} and ${oldest} years old`;
  } else if (+form.driverAge < carMinimumAge) {
    problems.driverAge = tooYoung(carMinimumAge);
  }
  if (!form.groupSize) problems.groupSize = t`Please enter the number of people in your group`;
  else if (!isWithin(form.groupSize, 1, groupMaximum)) {
    problems.groupSize = plural(groupMaximum, {
      one: "Group size must be between 1 and # person",
      other: "Group size must be between 1 and # people",
    });
  }
  return problems;
}

const missing: Record<(typeof detailsFields)[number], MessageDescriptor> = {
  pickupLocation: msg`Please select pickup location`,
  dropoffLocation: msg`Please select dropoff location`,
  pickupDate: msg`Please select pickup date`,
  pickupTime: msg`Please select pickup time`,
  returnDate: msg`Please select return date`,
  returnTime: msg`Please select return time`,
  carType: msg`Please select a car type`,
  insuranceType: msg`Please select an insurance option`,
};

const tooYoung = (oldEnough: number) => t`The driver of this car must be ${oldEnough} or older`;

/** The car's minimum driver age; 0 where it is not higher than the company's. */
export function minimumAgeOf(cars: Pick<Car, "name" | "minimumAge">[], carType: string): number {
  return cars.find(({ name }) => fold(name) === fold(carType))?.minimumAge ?? 0;
}

/** Times are in the company's time zone; `driverAge` is empty where a later step asks for it. */
export function detailsProblems(
  form: Details,
  driverAge: string,
  { cars, locations, rental, tenant }: Pick<SiteConfig, "cars" | "locations" | "rental" | "tenant">,
): Problems<Details> {
  const problems: Problems<Details> = {};
  for (const name of detailsFields) if (!form[name]) problems[name] = t(missing[name]);
  Object.assign(problems, placeProblems(form, locations));
  const oldEnough = minimumAgeOf(cars, form.carType);
  if (driverAge && Number(driverAge) < oldEnough) problems.carType = tooYoung(oldEnough);
  if (!form.pickupDate || !form.pickupTime || !form.returnDate || !form.returnTime) return problems;
  const days = rentalDays(form);
  if (days < 1) problems.returnDate = t`The return must be after the pickup`;
  else if (days < rental.minimumDays) {
    problems.returnDate = plural(rental.minimumDays, {
      one: "The shortest rental is # day",
      other: "The shortest rental is # days",
    });
  } else if (days > maxRentalDays) {
    problems.returnDate = plural(maxRentalDays, {
      one: "The longest rental is # day",
      other: "The longest rental is # days",
    });
  }
  if (`${form.pickupDate}T${form.pickupTime}` < nowIn(tenant.timezone)) {
    problems.pickupDate = t`The pickup must not be in the past`;
  }
  return problems;
}

type Trip = Pick<Rental, "pickupLocation" | "dropoffLocation" | "pickupPlace" | "dropoffPlace">;

/** Errors of the handover details. */
function placeProblems(form: Details, locations: SiteConfig["locations"]): Problems<Details> {
  const problems: Problems<Details> = {};
  const { pickup, dropoff } = chosenPlaces(form, locations);
  const needs = asked(form, locations);
  if (!pickup && placesAt(locations, form.pickupLocation).length > 0) {
    problems.pickupPlace = t`Please choose where we meet you`;
  }
  if (!dropoff && placesAt(locations, form.dropoffLocation).length > 0) {
    problems.dropoffPlace = t`Please choose where you return the car`;
  }
  if (needs.pickupAddress && !form.pickupAddress.trim()) {
    problems.pickupAddress = t`Please enter the address where we meet you`;
  }
  if (needs.dropoffAddress && !form.dropoffAddress.trim()) {
    problems.dropoffAddress = t`Please enter the address where you return the car`;
  }
  const flight = form.flightNumber.trim().toUpperCase();
  if (pickup?.flightNumber === "required" && !flight) {
    problems.flightNumber = t`Please enter your flight number`;
  } else if (needs.flightNumber && pickup && flight && !flightNumber.test(flight)) {
    problems.flightNumber = t`Please enter the flight number as on your ticket, such as TK 386`;
  }
  const pickupTime = closedProblem(pickup, form.pickupDate, form.pickupTime);
  if (pickupTime) problems.pickupTime = pickupTime;
  const returnTime = closedProblem(dropoff, form.returnDate, form.returnTime);
  if (returnTime) problems.returnTime = returnTime;
  return problems;
}

function closedProblem(place: HandoverPlace | undefined, date: string, time: string): string | undefined {
  const moment = `${date}T${time}`;
  if (!place || !date || !time || isOpen(place, moment)) return undefined;
  const name = place.name;
  const weekday = new Date(date).getUTCDay() || 7;
  const hours = place.openingHours
    .filter((each) => each.weekday === weekday)
    .map(({ opens, closes }) => `${opens}–${closes}`)
    .join(", ");
  return hours
    ? t`${name} is open ${hours} on this day. Please choose another time or place.`
    : t`${name} is closed on this day. Please choose another day or place.`;
}

/**
 * The details the places require. A location without handover places has its own; a flight number is optional there.
 */
export function asked(
  trip: Trip,
  locations: SiteConfig["locations"],
): Record<(typeof askedFields)[number], boolean> {
  const { pickup, dropoff } = chosenPlaces(trip, locations);
  const location = locations.find(({ code }) => code === trip.pickupLocation);
  const asksItself = location?.handoverPlaces.length === 0;
  const atAirport = asksItself && (location.kind === "airport" || location.needsFlightNumber);
  return {
    flightNumber: pickup ? pickup.flightNumber !== "off" : atAirport,
    pickupAddress: pickup ? pickup.kind === "address" : asksItself && location.needsAddress,
    dropoffAddress: dropoff?.kind === "address",
  };
}

/** The trimmed input. */
export function trimmed<T extends Record<string, string>>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as T;
}
