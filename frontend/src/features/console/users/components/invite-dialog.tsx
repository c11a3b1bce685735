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
import { rightNames } from "@/features/console/shared/rights";
import { roleName, roles } from "@/features/console/shared/roles";
import type { CustomRole } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { roleOfValue } from "../roles/rules";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
  role: z.string(),
});
type Invite = z.infer<typeof schema>;

interface Props {
  /** The company's own. */
  roles: readonly CustomRole[];
  onClose: () => void;
  onInvited: () => Promise<unknown>;
}

export function InviteDialog({ roles: own, onClose, onInvited }: Props) {
  const { t } = useLingui();
  const form = useForm<Invite>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "manager" },
  });
  const choices = [
    ...roles.map(({ value, explanation }) => ({
      value: value as string,
      name: t(roleName[value]),
      explanation: t(explanation),
    })),
    ...own.map(({ id, name, rights }) => ({
      value: id,
      name,
      explanation: rights.map((right) => t(rightNames[right])).join(" · "),
    })),
  ];
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async ({ email, role }: Invite) => {
    await api.POST("/api/admin/users/invitations", { body: { email, ...roleOfValue(role, own) } });
    toast({
      title: t`Invitation sent`,
      description: t`We sent ${{ email }} a link that works for seven days.`,
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
          {choices.map((role) => (
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
                <span className="block font-semibold">{role.name}</span>
                <span className="block text-sm text-slate">{role.explanation}</span>
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
