import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import type { components } from "@/api/schema.gen";
import {
  emptyPassword,
  NewPasswordFields,
  newPasswordFields,
  sameTwice,
} from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { useRoleNames } from "@/features/console/shared/roles";
import { meQuery } from "@/features/console/shared/session";
import { api } from "@/lib/api";
import { SignInFrame } from "./frame";

const schema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, { error: () => t`Please enter your name` }),
    ...newPasswordFields,
  })
  .refine(...sameTwice);
type Joining = z.infer<typeof schema>;

interface Props {
  token: string;
  invitation: components["schemas"]["InvitationLookResponse"];
}

/** Name and password of an invited user; signs them in afterwards. */
export function JoinForm({ token, invitation }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<Joining>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", ...emptyPassword },
  });
  const { errors, isSubmitting } = form.formState;
  const { email } = invitation;
  const role = useRoleNames().inSentence(invitation);

  const { onSubmit, problem } = useSubmit(form, async ({ name, password }: Joining) => {
    await api.POST("/api/admin/invitations/accept", { body: { token, name, password } });
    try {
      await api.POST("/api/admin/login", { body: { email: invitation.email, password } });
      client.removeQueries(meQuery);
      navigate(paths.admin.home, { replace: true });
    } catch {
      navigate(paths.admin.signIn, {
        replace: true,
        state: { notice: t`Your account is ready. Sign in to continue.` },
      });
    }
  });

  return (
    <SignInFrame title={t`Welcome to ${{ company: invitation.company }}`} onSubmit={onSubmit}>
      <p className="text-sm text-slate">
        <Trans>
          You've been invited as {role}. Your sign-in email is <strong>{email}</strong>.
        </Trans>
      </p>
      <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
      <TextField
        label={t`Your name`}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <NewPasswordFields form={form} label={t`Password`} />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? t`One moment…` : t`Join`}
      </Button>
    </SignInFrame>
  );
}
