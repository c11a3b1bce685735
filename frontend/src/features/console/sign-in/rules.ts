import { z } from "zod";

/** A password as it is chosen: long enough, and typed twice alike. */
export const newPassword = {
  password: z
    .string()
    .min(8, "Password must be at least 8 characters")
    .max(200, "Password must be at most 200 characters"),
  confirmPassword: z.string(),
};

/** For a schema's refine, with `notAlike` as what it says. */
export function areAlike(form: { password: string; confirmPassword: string }): boolean {
  return form.password === form.confirmPassword;
}

export const notAlike = { path: ["confirmPassword"], message: "Passwords don't match" };
