import { z } from "zod";
import { acceptInvitationRequestLimits } from "@/api/limits.gen";

const limits = acceptInvitationRequestLimits.password;

/** A password as it is chosen: long enough, and typed twice alike. */
export const newPassword = {
  password: z
    .string()
    .min(limits.minLength, `Password must be at least ${limits.minLength} characters`)
    .max(limits.maxLength, `Password must be at most ${limits.maxLength} characters`),
  confirmPassword: z.string(),
};

/** For a schema's refine, with `notAlike` as what it says. */
export function areAlike(form: { password: string; confirmPassword: string }): boolean {
  return form.password === form.confirmPassword;
}

export const notAlike = { path: ["confirmPassword"], message: "Passwords don't match" };
