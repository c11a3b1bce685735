import { t } from "@lingui/core/macro";
import { z } from "zod";
import { changeCustomerRequestLimits as limits } from "@/api/limits.gen";
import type { CustomerDetail } from "../api";

export const customerSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Please enter the name` })
    .max(limits.name.maxLength),
  language: z.string(),
  licenceNumber: z.string().trim().max(limits.licenceNumber.maxLength),
  licenceExpiresOn: z.string(),
});

export type CustomerForm = z.infer<typeof customerSchema>;

export function formOf(customer: CustomerDetail): CustomerForm {
  return {
    name: customer.name,
    language: customer.language ?? "",
    licenceNumber: customer.licenceNumber,
    licenceExpiresOn: customer.licenceExpiresOn ?? "",
  };
}

/** The form as the server takes it; what is empty is nothing. */
export function bodyOf(form: CustomerForm, seenAt: string) {
  return {
    name: form.name,
    language: form.language || null,
    licenceNumber: form.licenceNumber,
    licenceExpiresOn: form.licenceExpiresOn || null,
    seenAt,
  };
}

/** Whether a licence has ended, on the day of the company's zone; both as 2031-05-01. */
export function hasEnded(licenceExpiresOn: string | null, today: string): boolean {
  return licenceExpiresOn !== null && licenceExpiresOn < today;
}
