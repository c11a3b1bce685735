import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { logIn } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { type Login, loginSchema } from "@/features/partners/shared/schema";
import { siteConfig } from "@/lib/site-config";

const linkClassName = "font-semibold text-pine underline underline-offset-4";

export function Component() {
  const { t } = useLingui();
  const { name } = siteConfig().tenant;
  const navigate = useNavigate();
  const form = useForm<Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  async function signIn(values: Login) {
    await logIn(values);
    toast({ title: t`Login Successful!`, description: t`Welcome back.` });
    navigate(paths.affiliate.dashboard);
  }
  const { onSubmit } = useSubmit(form, signIn, {
    failed: {
      title: t`Login Failed`,
      refused: t`Invalid email or password`,
      unreachable: t`An error occurred during login. Please try again.`,
    },
  });

  return (
    <AffiliateFrame title={t`Affiliate login`} lead={t`Your bookings and your commission at ${name}.`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t`Email address`}
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
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Logging in…` : t`Log in`}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-3 text-slate">
        <Link className={linkClassName} to={paths.affiliate.forgotPassword}>
          <Trans>Forgot your password?</Trans>
        </Link>
        <span>
          <Trans>
            New here?{" "}
            <Link className={linkClassName} to={paths.affiliate.register}>
              Become an affiliate
            </Link>
          </Trans>
        </span>
      </p>
    </AffiliateFrame>
  );
}
