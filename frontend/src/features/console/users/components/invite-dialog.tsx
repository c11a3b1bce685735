import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { roleName, roles } from "@/features/console/shared/roles";
import { api } from "@/lib/api";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
  role: z.enum(["owner", "manager", "desk", "analyst", "driver"]),
});
type Invite = z.infer<typeof schema>;

interface Props {
  onClose: () => void;
  onInvited: () => Promise<unknown>;
}

export function InviteDialog({ onClose, onInvited }: Props) {
  const { t } = useLingui();
  const form = useForm<Invite>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "manager" },
  });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async (body: Invite) => {
    await api.POST("/api/admin/users/invitations", { body });
    toast({
      title: t`Invitation sent`,
      description: t`We sent ${{ email: body.email }} a link that works for seven days.`,
    });
    await onInvited();
    onClose();
  });

  return (
    <Dialog title={t`Invite someone`} description={t`They'll get an email with a link.`} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-semibold text-slate">
            <Trans>Role</Trans>
          </legend>
          {roles.map((role) => (
            <label
              key={role.value}
              className="flex cursor-pointer items-start gap-3 rounded-xl border border-line p-3 has-checked:border-pine has-checked:bg-stone"
            >
              <input
                type="radio"
                value={role.value}
                className="mt-1 size-4 accent-pine"
                {...form.register("role")}
              />
              <span>
                <span className="block font-semibold">{t(roleName[role.value])}</span>
                <span className="block text-sm text-slate">{t(role.explanation)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Sending…` : t`Send invitation`}
        </Button>
      </form>
    </Dialog>
  );
}
