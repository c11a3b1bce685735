import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { acceptInvitationRequestLimits } from "@/api/limits.gen";
import { TextField } from "@/components/ui/field";
import { errorAt } from "./server-errors";

const limits = acceptInvitationRequestLimits.password;

export const newPassword = z
  .string()
  .min(limits.minLength, {
    error: () => t`Password must be at least ${{ minLength: limits.minLength }} characters`,
  })
  .max(limits.maxLength, {
    error: () => t`Password must be at most ${{ maxLength: limits.maxLength }} characters`,
  });

/** The fields of a schema with a new password, which needs `.refine(...sameTwice)`. */
export const newPasswordFields = { password: newPassword, confirmPassword: z.string() };

interface NewPassword {
  password: string;
  confirmPassword: string;
}
export const emptyPassword: NewPassword = { password: "", confirmPassword: "" };

export const sameTwice: [
  check: (form: NewPassword) => boolean,
  issue: { path: string[]; error: () => string; when: () => true },
] = [
  ({ password, confirmPassword }) => password === confirmPassword,
  // Shown at its field as soon as it is left, even if other fields are still empty.
  { path: ["confirmPassword"], error: () => t`Passwords don't match`, when: () => true },
];

interface Props<T extends FieldValues & NewPassword, U extends FieldValues> {
  form: UseFormReturn<T, unknown, U>;
  label: string;
}

/** A new password, typed twice. */
export function NewPasswordFields<T extends FieldValues & NewPassword, U extends FieldValues>({
  form: { formState, register },
  label,
}: Props<T, U>) {
  const { t } = useLingui();
  const field = (name: keyof NewPassword) => ({
    type: "password",
    autoComplete: "new-password",
    error: errorAt(formState.errors, name),
    ...register(name as Path<T>),
  });
  return (
    <>
      <TextField
        label={label}
        hint={t`At least ${{ minimum: limits.minLength }} characters.`}
        {...field("password")}
      />
      <TextField label={t`Confirm password`} {...field("confirmPassword")} />
    </>
  );
}
