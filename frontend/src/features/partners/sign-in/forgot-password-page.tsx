import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { askForReset } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { tellProblem } from "@/features/partners/shared/problem";
import { type Forgot, forgotSchema } from "@/features/partners/shared/schema";

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<Forgot>({ resolver: zodResolver(forgotSchema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  async function submit({ email }: Forgot) {
    try {
      await askForReset(email);
      setSentTo(email);
    } catch (error) {
      tellProblem(error, {
        title: "Nothing was sent",
        refused: "We could not send the link just now. Please try again.",
        network: "You seem to be offline. Please try again when you are back.",
      });
    }
  }

  if (sentTo) {
    return (
      <AffiliateFrame title="Look into your mail">
        <p role="status">
          If <strong className="break-all">{sentTo}</strong> belongs to an affiliate, a link is on its way. It
          works once, for one hour.
        </p>
        <Link className={buttonClass("quiet", "mt-6")} to={paths.affiliate.login}>
          Back to the login
        </Link>
      </AffiliateFrame>
    );
  }
  return (
    <AffiliateFrame title="Forgot your password?" lead="We send you a link to choose a new one.">
      <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-4">
        <TextField
          label="Email address"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Sending…" : "Send the link"}
        </Button>
      </form>
    </AffiliateFrame>
  );
}
