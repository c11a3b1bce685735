import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { askForReset } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { type Forgot, forgotSchema } from "@/features/partners/shared/schema";

export function Component() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<Forgot>({ resolver: zodResolver(forgotSchema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  async function send({ email }: Forgot) {
    await askForReset(email);
    setSentTo(email);
  }
  const { onSubmit } = useSubmit(form, send, {
    failed: {
      title: t`Couldn't send`,
      refused: t`We could not send the link just now. Please try again.`,
      unreachable: t`You seem to be offline. Please try again when you are back.`,
    },
  });

  if (sentTo) {
    return (
      <AffiliateFrame title={t`Check your inbox`}>
        <p role="status">
          <Trans>
            If <strong className="break-all">{sentTo}</strong> belongs to an affiliate, a link is on its way.
            It works once, for one hour.
          </Trans>
        </p>
        <Link className={buttonClass("quiet", "mt-6")} to={paths.affiliate.login}>
          <Trans>Back to the login</Trans>
        </Link>
      </AffiliateFrame>
    );
  }
  return (
    <AffiliateFrame title={t`Forgot your password?`} lead={t`We send you a link to choose a new one.`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t`Email address`}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Sending…` : t`Send link`}
        </Button>
      </form>
    </AffiliateFrame>
  );
}
