import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { bookingRequestLimits } from "@/api/limits.gen";
import { maxRentalDays } from "@/features/site/shared/pricing/rules";
import { nowIn, rentalDays } from "@/lib/dates";
import { fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";
import { phoneProblem } from "./phone-rule";

/**
 * The wizard's rules with the texts of the product. The server holds the same. Written out by hand: a library of
 * rules would outweigh everything else that this page loads.
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
/** What the pickup place asks for beside them. */
export const pickupFields = ["flightNumber", "pickupAddress"] as const;

export type Personal = Record<(typeof personalFields)[number], string>;
/** What the price depends on. */
export type Rental = Record<(typeof detailsFields)[number], string>;
export type Details = Rental & Record<(typeof pickupFields)[number], string>;
/** What is wrong with single fields, in words; empty when all is right. */
export type Problems<T> = Partial<Record<keyof T, string>>;

// Plain addresses: letters, digits and the usual marks, no dot at an end or twice; a domain of two parts or more.
const email = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const isWithin = (text: string, low: number, high: number) =>
  /^\d+$/.test(text) && +text >= low && +text <= high;

export function personalProblems(values: Personal, rental: SiteConfig["rental"]): Problems<Personal> {
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

const missing: Record<keyof Rental, MessageDescriptor> = {
  pickupLocation: msg`Please select pickup location`,
  dropoffLocation: msg`Please select dropoff location`,
  pickupDate: msg`Please select pickup date`,
  pickupTime: msg`Please select pickup time`,
  returnDate: msg`Please select return date`,
  returnTime: msg`Please select return time`,
  carType: msg`Please select a car type`,
  insuranceType: msg`Please select an insurance option`,
};

/** Step 2. Times are in the company's time zone. */
export function detailsProblems(
  form: Details,
  driverAge: string,
  { cars, locations, rental, tenant }: Pick<SiteConfig, "cars" | "locations" | "rental" | "tenant">,
): Problems<Details> {
  const problems: Problems<Details> = {};
  for (const name of detailsFields) if (!form[name]) problems[name] = t(missing[name]);
  if (asked(form, locations).pickupAddress && !form.pickupAddress.trim()) {
    problems.pickupAddress = t`Please enter the address where we meet you`;
  }
  const oldEnough = cars.find(({ name }) => fold(name) === fold(form.carType))?.minimumAge ?? 0;
  if (driverAge && Number(driverAge) < oldEnough) {
    problems.carType = t`The driver of this car must be ${oldEnough} or older`;
  }
  const { pickupDate, pickupTime, returnDate, returnTime } = problems;
  if (pickupDate || pickupTime || returnDate || returnTime) return problems;
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

/** Which details the pickup place asks for: a flight number may be left out, an address may not. */
export function asked(
  { pickupLocation }: Pick<Details, "pickupLocation">,
  locations: Pick<SiteConfig["locations"][number], "code" | "kind" | "needsFlightNumber" | "needsAddress">[],
): Record<(typeof pickupFields)[number], boolean> {
  const place = locations.find(({ code }) => code === pickupLocation);
  return {
    flightNumber: place?.kind === "airport" || place?.needsFlightNumber === true,
    pickupAddress: place?.needsAddress === true,
  };
}

/** What was typed, without the blanks around it. */
export function trimmed<T extends Record<string, string>>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as T;
}
