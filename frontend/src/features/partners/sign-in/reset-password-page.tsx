import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { emptyPassword, NewPasswordFields } from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { forgetAffiliateToken, setNewPassword } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import { type Reset, resetSchema } from "@/features/partners/shared/schema";
import { ApiError } from "@/lib/errors";

const linkEnded = 410;

export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  // Behind the #, so that the token is in no log and no Referer.
  const [token] = useState(() => window.location.hash.slice(1));
  const [ended, setEnded] = useState(token === "");
  const form = useForm<Reset>({
    resolver: zodResolver(resetSchema),
    defaultValues: emptyPassword,
    mode: "onTouched",
  });
  const { isSubmitting } = form.formState;

  async function save({ password }: Reset) {
    try {
      await setNewPassword(token, password);
    } catch (error) {
      if (error instanceof ApiError && error.status === linkEnded) {
        setEnded(true);
        return;
      }
      throw error;
    }
    forgetAffiliateToken();
    toast({ title: t`Password changed`, description: t`Please log in with your new password.` });
    navigate(paths.affiliate.login, { replace: true });
  }
  const { onSubmit } = useSubmit(form, save, {
    failed: {
      title: t`Password not changed`,
      refused: t`The new password could not be set. Please try again.`,
      unreachable: t`You seem to be offline. Please try again when you are back.`,
    },
  });

  if (ended) {
    return (
      <AffiliateFrame title={t`This link has expired`}>
        <p>
          <Trans>It was already used or is more than an hour old. Your password hasn't changed.</Trans>
        </p>
        <Link className={buttonClass("primary", "mt-6")} to={paths.affiliate.forgotPassword}>
          <Trans>Request a new link</Trans>
        </Link>
      </AffiliateFrame>
    );
  }
  return (
    <AffiliateFrame title={t`Choose a new password`} lead={t`This logs you out on all devices.`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <NewPasswordFields form={form} label={t`New password`} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Saving…` : t`Save the new password`}
        </Button>
      </form>
    </AffiliateFrame>
  );
}
