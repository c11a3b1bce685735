import { z } from "zod";
import { registerRequestLimits } from "@/api/limits.gen";

const emailMessage = "Please enter a valid email address";
const paypalMessage = "Please enter a valid PayPal email address";
const email = (message: string) => z.string().trim().pipe(z.email(message));
const { name: nameLimits, password: passwordLimits } = registerRequestLimits;
const newPassword = z
  .string()
  .min(passwordLimits.minLength, `Password must be at least ${passwordLimits.minLength} characters`);

function isWebsite(text: string): boolean {
  try {
    const { hostname, protocol } = new URL(text);
    return /^https?:$/.test(protocol) && hostname.includes(".");
  } catch {
    return false;
  }
}

const sameTwice = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  // Told beside its field as soon as it is left, whatever else is still empty.
  told: { path: ["confirmPassword"], message: "Passwords don't match", when: () => true },
};

/** The texts of section 5. */
export const registerSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(nameLimits.minLength, `Company/Name must be at least ${nameLimits.minLength} characters`),
    email: email(emailMessage),
    paypalEmail: email(paypalMessage),
    phone: z.string().trim(),
    website: z
      .string()
      .trim()
      .refine((text) => text === "" || isWebsite(text), "Please enter a valid website URL"),
    password: newPassword,
    confirmPassword: z.string(),
    notes: z.string().trim(),
  })
  .refine(sameTwice.check, sameTwice.told);
export type Registration = z.infer<typeof registerSchema>;

export const loginSchema = z.object({
  email: email(emailMessage),
  password: z.string().min(1, "Password is required"),
});
export type Login = z.infer<typeof loginSchema>;

export const payoutAddressSchema = z.object({
  paypalEmail: email(paypalMessage),
  password: z.string().min(1, "Password is required"),
});
export type PayoutAddress = z.infer<typeof payoutAddressSchema>;

export const forgotSchema = z.object({ email: email(emailMessage) });
export type Forgot = z.infer<typeof forgotSchema>;

export const resetSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(sameTwice.check, sameTwice.told);
export type Reset = z.infer<typeof resetSchema>;
