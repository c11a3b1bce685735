import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { logIn } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { tellProblem } from "@/features/partners/shared/problem";
import { type Login, loginSchema } from "@/features/partners/shared/schema";
import { siteConfig } from "@/lib/site-config";

const link = "font-semibold text-pine underline underline-offset-4";

export function Component() {
  const navigate = useNavigate();
  const form = useForm<Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(values: Login) {
    try {
      await logIn(values);
    } catch (error) {
      tellProblem(error, {
        title: "Login Failed",
        refused: "Invalid email or password",
        network: "An error occurred during login. Please try again.",
      });
      return;
    }
    toast({ title: "Login Successful!", description: "Welcome back." });
    navigate(paths.affiliate.dashboard);
  }

  return (
    <AffiliateFrame
      title="Affiliate login"
      lead={`Your bookings and your commission at ${siteConfig().tenant.name}.`}
    >
      <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-4">
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Logging in…" : "Log in"}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-3 text-slate">
        <Link className={link} to={paths.affiliate.forgotPassword}>
          Forgot your password?
        </Link>
        <span>
          New here?{" "}
          <Link className={link} to={paths.affiliate.register}>
            Become an affiliate
          </Link>
        </span>
      </p>
    </AffiliateFrame>
  );
}
