/** What the desk types of a rental. Dates and times are the company's. */

import { t } from "@lingui/core/macro";
import { z } from "zod";
import { readNumber } from "@/lib/amounts";

const whole = (least: number, most: number, sentence: () => string) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: sentence,
    });
const between = (min: number, max: number, text: string) => {
  const number = readNumber(text);
  return number !== null && number >= min && number <= max;
};

export const manualLine = z.object({
  label: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a description` }),
  amount: z
    .string()
    .trim()
    .refine((text) => between(-9_999_999, 9_999_999, text), { error: () => t`Please enter an amount` }),
});

export const rentalSchema = z.object({
  car: z.string().min(1, { error: () => t`Please select a car` }),
  pickupLocation: z.string().min(1),
  dropoffLocation: z.string().min(1),
  // Codes of handover places; empty: still to be agreed.
  pickupPlace: z.string(),
  dropoffPlace: z.string(),
  pickupDate: z.string().min(1, { error: () => t`Please choose a day` }),
  pickupTime: z.string().min(1, { error: () => t`Please choose a time` }),
  returnDate: z.string().min(1, { error: () => t`Please choose a day` }),
  returnTime: z.string().min(1, { error: () => t`Please choose a time` }),
  insuranceType: z.string().min(1),
  services: z.array(z.string()),
  driverAge: whole(16, 120, () => t`Please enter the driver's age`),
  groupSize: whole(1, 100, () => t`Enter the number of people`),
  customerName: z
    .string()
    .trim()
    .min(2, { error: () => t`Please enter the name` }),
  customerPhone: z.string().trim(),
  customerEmail: z.string().trim(),
  manualLines: z.array(manualLine),
  discountPercent: z
    .string()
    .trim()
    .refine((text) => text === "" || between(0, 999, text), { error: () => t`Please enter a percentage` }),
  promoCode: z.string().trim(),
  reason: z.string().trim(),
  vehicleId: z.string(),
  language: z.string(),
  note: z.string().trim(),
  source: z.enum(["phone", "whatsapp", "chat", "walk_in"]),
  confirm: z.boolean(),
  tell: z.boolean(),
  price: z.enum(["", "agreed", "fresh"]),
});
export type RentalForm = z.infer<typeof rentalSchema>;
