import { z } from "zod";
import type { SiteConfig } from "@/lib/site-config";

/** The wizard's rules with the texts of the product. The server holds the same. */

const shortestPhone = 10;

export function personalSchema(rental: SiteConfig["rental"]) {
  const { driverMinimumAge: youngest, driverMaximumAge: oldest, groupMaximum } = rental;
  const within = (text: string, low: number, high: number) =>
    /^\d+$/.test(text) && +text >= low && +text <= high;
  return z.object({
    firstName: z.string().trim().min(2, "First name must be at least 2 characters"),
    lastName: z.string().trim().min(2, "Last name must be at least 2 characters"),
    customerEmail: z.string().trim().pipe(z.email("Please enter a valid email address")),
    customerPhone: z
      .string()
      .trim()
      .min(shortestPhone, "Please enter a valid phone number with country code")
      .regex(/^\+?[\d\s().-]+$/, "Please enter a valid phone number with country code"),
    driverAge: z
      .string()
      .trim()
      .min(1, "Please enter your age")
      .refine((text) => within(text, youngest, oldest), {
        error: `Driver age must be between ${youngest} and ${oldest} years old`,
      }),
    groupSize: z
      .string()
      .trim()
      .min(1, "Please enter the number of people in your group")
      .refine((text) => within(text, 1, groupMaximum), {
        error: `Group size must be between 1 and ${groupMaximum} people`,
      }),
  });
}

export const detailsSchema = z
  .object({
    pickupLocation: z.string().min(1, "Please select pickup location"),
    dropoffLocation: z.string().min(1, "Please select dropoff location"),
    pickupDate: z.string().min(1, "Please select pickup date"),
    pickupTime: z.string().min(1, "Please select pickup time"),
    returnDate: z.string().min(1, "Please select return date"),
    returnTime: z.string().min(1, "Please select return time"),
    carType: z.string().min(1, "Please select a car type"),
    insuranceType: z.string().min(1, "Please select an insurance option"),
  })
  .refine((form) => `${form.returnDate}T${form.returnTime}` > `${form.pickupDate}T${form.pickupTime}`, {
    path: ["returnDate"],
    error: "The return must be after the pickup",
  });

export type Personal = z.infer<ReturnType<typeof personalSchema>>;
export type Details = z.infer<typeof detailsSchema>;
