import { t } from "@lingui/core/macro";
import { z } from "zod";
import { acceptInvitationRequestLimits } from "@/api/limits.gen";

export const limits = acceptInvitationRequestLimits.password;

/** A password as it is chosen: long enough, and typed twice alike. */
export const newPassword = {
  password: z
    .string()
    .min(limits.minLength, {
      error: () => t`Password must be at least ${{ minLength: limits.minLength }} characters`,
    })
    .max(limits.maxLength, {
      error: () => t`Password must be at most ${{ maxLength: limits.maxLength }} characters`,
    }),
  confirmPassword: z.string(),
};

/** For a schema's refine, with `notAlike` as what it says. */
export function areAlike(form: { password: string; confirmPassword: string }): boolean {
  return form.password === form.confirmPassword;
}

export const notAlike = { path: ["confirmPassword"], error: () => t`Passwords don't match` };
