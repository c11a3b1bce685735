import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { api } from "@/lib/api";
import { SignInFrame } from "./components/frame";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
});

/** Asks for a link by email. What it says afterwards is the same whether there is such an account. */
export function Component() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async (body: { email: string }) => {
    await api.POST("/api/admin/password-reset", { body });
    setSentTo(body.email);
  });

  if (sentTo !== null) {
    return (
      <SignInFrame title={t`Check your inbox`}>
        <p role="status" className="text-slate">
          <Trans>
            If {sentTo} has an account, we've sent a link to reset the password. It works once and expires in
            an hour.
          </Trans>
        </p>
        <Link to={paths.admin.signIn} className={buttonClass("quiet")}>
          <Trans>Back to sign-in</Trans>
        </Link>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t`Forgot your password?`} onSubmit={onSubmit}>
      <p className="text-sm text-slate">
        <Trans>We'll email you a link to set a new password.</Trans>
      </p>
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? t`Sending…` : t`Send link`}
      </Button>
      <Link
        to={paths.admin.signIn}
        className="self-center py-2 text-sm font-medium text-pine underline-offset-4 hover:underline"
      >
        <Trans>Back to sign-in</Trans>
      </Link>
    </SignInFrame>
  );
}
