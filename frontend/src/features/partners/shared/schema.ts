import { plural, t } from "@lingui/core/macro";
import { z } from "zod";
import { registerRequestLimits } from "@/api/limits.gen";
import { newPasswordFields, sameTwice } from "@/components/forms/new-password";

const nameLimits = registerRequestLimits.name;

// Messages are functions: the language is known when a form is checked, not when this module is loaded.
const emailMessage = () => t`Please enter a valid email address`;
const paypalMessage = () => t`Please enter a valid PayPal email address`;
const email = (error: () => string) => z.string().trim().pipe(z.email({ error }));
const presentPassword = z.string().min(1, { error: () => t`Password is required` });

function isWebsite(text: string): boolean {
  try {
    const { hostname, protocol } = new URL(text);
    return /^https?:$/.test(protocol) && hostname.includes(".");
  } catch {
    return false;
  }
}

/** The texts of section 5. */
export const registerSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(nameLimits.minLength, {
        error: () => {
          const { minLength } = nameLimits;
          return t`Company/Name must be at least ${plural(minLength, { one: "# character", other: "# characters" })}`;
        },
      }),
    email: email(emailMessage),
    paypalEmail: email(paypalMessage),
    phone: z.string().trim(),
    website: z
      .string()
      .trim()
      .refine((text) => text === "" || isWebsite(text), { error: () => t`Please enter a valid website URL` }),
    ...newPasswordFields,
    notes: z.string().trim(),
  })
  .refine(...sameTwice);
export type Registration = z.infer<typeof registerSchema>;

export const loginSchema = z.object({ email: email(emailMessage), password: presentPassword });
export type Login = z.infer<typeof loginSchema>;

export const payoutEmailSchema = z.object({ paypalEmail: email(paypalMessage), password: presentPassword });
export type PayoutEmail = z.infer<typeof payoutEmailSchema>;

export const forgotSchema = z.object({ email: email(emailMessage) });
export type Forgot = z.infer<typeof forgotSchema>;

export const resetSchema = z.object(newPasswordFields).refine(...sameTwice);
export type Reset = z.infer<typeof resetSchema>;
