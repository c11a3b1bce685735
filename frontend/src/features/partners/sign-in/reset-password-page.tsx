import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { setNewPassword } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { tellProblem } from "@/features/partners/shared/problem";
import { type Reset, resetSchema } from "@/features/partners/shared/schema";
import { forgetAffiliateToken } from "@/features/partners/shared/token";
import { ApiError } from "@/lib/errors";

const linkEnded = 410;

export function Component() {
  const navigate = useNavigate();
  // Behind the #, so that the token is in no log and no Referer.
  const [token] = useState(() => window.location.hash.slice(1));
  const [ended, setEnded] = useState(token === "");
  const form = useForm<Reset>({
    resolver: zodResolver(resetSchema),
    defaultValues: { password: "", confirmPassword: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  async function submit({ password }: Reset) {
    try {
      await setNewPassword(token, password);
    } catch (error) {
      if (error instanceof ApiError && error.status === linkEnded) {
        setEnded(true);
        return;
      }
      const words = {
        title: "Password not changed",
        refused: "The new password could not be set. Please try again.",
        network: "You seem to be offline. Please try again when you are back.",
      };
      tellProblem(error, words, form);
      return;
    }
    forgetAffiliateToken();
    toast({ title: "Password changed", description: "Please log in with your new password." });
    navigate(paths.affiliate.login, { replace: true });
  }

  if (ended) {
    return (
      <AffiliateFrame title="This link has ended">
        <p>It was used already or is older than an hour. Your password is as it was.</p>
        <Link className={buttonClass("primary", "mt-6")} to={paths.affiliate.forgotPassword}>
          Ask for a new link
        </Link>
      </AffiliateFrame>
    );
  }
  return (
    <AffiliateFrame title="Choose a new password" lead="All your devices are logged out with it.">
      <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-4">
        <TextField
          label="New password"
          hint="At least 8 characters."
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <TextField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Saving…" : "Save the new password"}
        </Button>
      </form>
    </AffiliateFrame>
  );
}
