import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { passwordChangeRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { newPassword } from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/api";
import { sessionsQuery } from "./sessions-panel";

const limits = passwordChangeRequestLimits.newPassword;
const schema = z.object({
  currentPassword: z.string().min(1, { error: () => t`Password is required` }),
  newPassword,
});
type Change = z.infer<typeof schema>;
const empty = { currentPassword: "", newPassword: "" };

export function PasswordPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<Change>({ resolver: zodResolver(schema), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async (body: Change) => {
    await api.POST("/api/admin/account/password", { body });
    form.reset(empty);
    toast({ title: t`Password changed`, description: t`You were signed out on all other devices.` });
    await client.invalidateQueries(sessionsQuery);
  });

  return (
    <Panel title={t`Password`} description={t`You'll be signed out on all other devices.`}>
      <form noValidate className="grid items-start gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
        <TextField
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <TextField
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least ${{ minimum: limits.minLength }} characters.`}
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        <div className="flex flex-col items-start gap-3 sm:col-span-2">
          <FormProblem text={problem} />
          <Button type="submit" look="quiet" disabled={isSubmitting}>
            {isSubmitting ? t`Saving…` : t`Change password`}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
