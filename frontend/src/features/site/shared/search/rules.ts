import { plural, t } from "@lingui/core/macro";
import { quoteRequestLimits } from "@/api/limits.gen";
import { paths } from "@/config/paths";
import { type ClickIds, withClickIds } from "@/features/site/shared/tracking/rules";
import { addDays, rentalDays } from "@/lib/dates";
import { formatDate } from "@/lib/format";

const maxRentalDays = quoteRequestLimits.days.maximum;

/** The values of the header form; empty where nothing is chosen. */
export interface SearchForm {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  /** hh:mm on the company's clocks. */
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}

/** A search that has an answer. */
export interface Search extends SearchForm {
  /** Started periods of 24 hours. */
  days: number;
}

export interface SearchLimits {
  minimumDays: number;
  /** What the company's clocks show, yyyy-mm-ddThh:mm. */
  now: string;
}

export type SearchProblems = Partial<Record<keyof SearchForm, string>>;

/** What is wrong with a search, in words for each field; nothing when it can be answered. */
export function problemsOf(form: SearchForm, { minimumDays, now }: SearchLimits): SearchProblems {
  const { pickupLocation, dropoffLocation, pickupDate, pickupTime, returnDate } = form;
  const problems: SearchProblems = {};
  if (!pickupLocation) problems.pickupLocation = t`Choose a pickup location.`;
  if (!dropoffLocation) problems.dropoffLocation = t`Choose a return location.`;
  if (!pickupDate) problems.pickupDate = t`Choose a pickup date.`;
  else if (pickupDate < now.slice(0, 10))
    problems.pickupDate = t`This day has passed: choose today or later.`;
  else if (`${pickupDate}T${pickupTime}` < now) {
    problems.pickupTime = t`This time has passed: choose a later one.`;
  }
  if (!returnDate) problems.returnDate = t`Choose a return date.`;
  else if (pickupDate && !problems.pickupDate) {
    const days = rentalDays(form);
    if (days < 1 && returnDate < pickupDate) problems.returnDate = t`The return is before the pickup.`;
    else if (days < minimumDays) {
      const earliest = formatDate(addDays(pickupDate, minimumDays));
      problems.returnDate = plural(minimumDays, {
        one: `The shortest rental is # day: return on ${earliest} or later.`,
        other: `The shortest rental is # days: return on ${earliest} or later.`,
      });
    } else if (days > maxRentalDays) {
      problems.returnDate = plural(maxRentalDays, {
        one: "The longest rental is # day.",
        other: "The longest rental is # days.",
      });
    }
  }
  return problems;
}

/** The search of a form without problems, else null. */
export function searchOf(form: SearchForm, limits: SearchLimits): Search | null {
  if (Object.keys(problemsOf(form, limits)).length > 0) return null;
  return { ...form, days: rentalDays(form) };
}

/** The address of the wizard for a car and a search, with the click ids of this visit. */
export function bookingUrl(carName: string, search: SearchForm, clickIds: ClickIds): string {
  const query = new URLSearchParams({
    pickup: search.pickupLocation,
    dropoff: search.dropoffLocation,
    pickupDate: search.pickupDate,
    returnDate: search.returnDate,
    pickupTime: search.pickupTime,
    returnTime: search.returnTime,
    carType: carName.replace(/\s*\n\s*/g, " "),
  });
  return `${paths.booking}${withClickIds(`?${query}`, clickIds)}`;
}
