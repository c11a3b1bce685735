import * as z from "zod/mini";
import { countOf } from "@/lib/counts";
import { nowIn, startedDays } from "@/lib/dates";
import type { SiteConfig } from "@/lib/site-config";

/** The wizard's rules with the texts of the product. The server holds the same. */

// The site's policy allows no code made of text, and without this the library would probe for it.
z.config({ jitless: true });

const shortestPhone = 10;
// As the server holds it.
const longestRentalDays = 365;
const phoneMessage = "Please enter a valid phone number with country code";

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

const filled = (message: string) => z.string().check(z.minLength(1, message));

export function personalSchema(rental: SiteConfig["rental"]) {
  const { driverMinimumAge: youngest, driverMaximumAge: oldest, groupMaximum } = rental;
  const within = (low: number, high: number) => (text: string) =>
    text === "" || (/^\d+$/.test(text) && +text >= low && +text <= high);
  return z.object({
    firstName: z.string().check(z.trim(), z.minLength(2, "First name must be at least 2 characters")),
    lastName: z.string().check(z.trim(), z.minLength(2, "Last name must be at least 2 characters")),
    customerEmail: z.string().check(z.trim(), z.email("Please enter a valid email address")),
    customerPhone: z
      .string()
      .check(z.trim(), z.minLength(shortestPhone, phoneMessage), z.regex(/^\+?[\d\s().-]+$/, phoneMessage)),
    driverAge: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Please enter your age"),
        z.refine(within(youngest, oldest), `Driver age must be between ${youngest} and ${oldest} years old`),
      ),
    groupSize: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Please enter the number of people in your group"),
        z.refine(within(1, groupMaximum), `Group size must be between 1 and ${groupMaximum} people`),
      ),
  });
}

/** Step 2. Times are wall-clock times of the company, wherever the visitor's own clock stands. */
export function detailsSchema({ rental, tenant }: Pick<SiteConfig, "rental" | "tenant">) {
  return z
    .object({
      pickupLocation: filled("Please select pickup location"),
      dropoffLocation: filled("Please select dropoff location"),
      pickupDate: filled("Please select pickup date"),
      pickupTime: filled("Please select pickup time"),
      returnDate: filled("Please select return date"),
      returnTime: filled("Please select return time"),
      carType: filled("Please select a car type"),
      insuranceType: filled("Please select an insurance option"),
    })
    .check(
      z.refine((form) => rentalDays(form) >= 1, {
        path: ["returnDate"],
        error: "The return must be after the pickup",
      }),
      z.refine((form) => rentalDays(form) < 1 || rentalDays(form) >= rental.minimumDays, {
        path: ["returnDate"],
        error: `The shortest rental is ${countOf(rental.minimumDays, "day")}`,
      }),
      z.refine((form) => rentalDays(form) <= longestRentalDays, {
        path: ["returnDate"],
        error: `The longest rental is ${longestRentalDays} days`,
      }),
      z.refine((form) => `${form.pickupDate}T${form.pickupTime}` >= nowIn(tenant.timezone), {
        path: ["pickupDate"],
        error: "The pickup must not be in the past",
      }),
    );
}

/** Started days between pickup and return; 0 while they are incomplete or the wrong way round. */
export function rentalDays(
  form: Record<"pickupDate" | "pickupTime" | "returnDate" | "returnTime", string>,
): number {
  const days = startedDays(
    `${form.pickupDate}T${form.pickupTime}:00`,
    `${form.returnDate}T${form.returnTime}:00`,
  );
  return Number.isNaN(days) ? 0 : Math.max(days, 0);
}

export type Personal = z.infer<ReturnType<typeof personalSchema>>;
export type Details = z.infer<ReturnType<typeof detailsSchema>>;
