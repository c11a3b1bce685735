import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";
import { SignInFrame } from "./frame";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
  password: z.string().min(1, { error: () => t`Password is required` }),
});
type SignIn = z.infer<typeof schema>;

interface Props {
  notice: string | undefined;
  problem: string | null;
  onDone: () => void;
  onChallenge: (challenge: string) => void;
}

export function PasswordStep({ notice, problem: before, onDone, onChallenge }: Props) {
  const { t } = useLingui();
  const form = useForm<SignIn>({ resolver: zodResolver(schema), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;

  async function signIn(body: SignIn) {
    const answer = await bodyOf(api.POST("/api/admin/login", { body }));
    if (answer.challenge) onChallenge(answer.challenge);
    else onDone();
  }
  const { onSubmit, problem } = useSubmit(form, signIn, { before });

  return (
    <SignInFrame title={t`Sign in to ${{ name: siteConfig().tenant.name }}`} onSubmit={onSubmit}>
      {notice && (
        <p role="status" className="rounded-xl bg-sky px-4 py-3 text-sm">
          {notice}
        </p>
      )}
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? t`Signing in…` : t`Sign in`}
      </Button>
      <Link
        to={paths.admin.forgotPassword}
        className="self-center py-2 text-sm font-medium text-pine underline-offset-4 hover:underline"
      >
        <Trans>Forgot your password?</Trans>
      </Link>
    </SignInFrame>
  );
}
