import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import {
  emptyPassword,
  NewPasswordFields,
  newPasswordFields,
  sameTwice,
} from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { api } from "@/lib/api";
import { ApiError, sentenceOf } from "@/lib/errors";
import { SignInFrame, useLinkToken } from "./components/frame";

const schema = z.object(newPasswordFields).refine(...sameTwice);
type NewPassword = z.infer<typeof schema>;

/** Sets a new password by the link of an email. */
export function Component() {
  const { t } = useLingui();
  const token = useLinkToken();
  const navigate = useNavigate();
  const [ended, setEnded] = useState(token ? null : t`This link is incomplete. Ask for a new one.`);
  const form = useForm<NewPassword>({
    resolver: zodResolver(schema),
    defaultValues: emptyPassword,
  });
  const { isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async ({ password }: NewPassword) => {
    try {
      await api.POST("/api/admin/password-reset/confirm", { body: { token, password } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      setEnded(sentenceOf(error));
      return;
    }
    navigate(paths.admin.signIn, {
      replace: true,
      state: { notice: t`Your password is changed. You were signed out on all devices.` },
    });
  });

  if (ended !== null) {
    return (
      <SignInFrame title={t`This link has expired`}>
        <p role="alert">{ended}</p>
        <Link to={paths.admin.forgotPassword} className={buttonClass()}>
          <Trans>Request a new link</Trans>
        </Link>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t`Set a new password`} onSubmit={onSubmit}>
      <NewPasswordFields form={form} label={t`New password`} />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? t`Saving…` : t`Set the password`}
      </Button>
    </SignInFrame>
  );
}
