import { Trans, useLingui } from "@lingui/react/macro";
import { useController, useForm } from "react-hook-form";
import { roleRequestLimits as limits } from "@/api/limits.gen";
import { Check } from "@/components/console/check";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { rightGroups, rightNames } from "@/features/console/shared/rights";
import type { GrantableRight } from "@/features/console/shared/roles";
import { type CustomRole, type Roles, usersQuery } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { withRight } from "./rules";

interface Values {
  name: string;
  rights: GrantableRight[];
}

interface Props {
  roles: Roles;
  /** The role to edit; without one a new role is made, which starts with `start`. */
  role?: CustomRole | undefined;
  start?: Values | undefined;
  onClose: () => void;
}

/** Name and permissions of a role. */
export function RoleDialog({ roles, role, start, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: { name: role?.name ?? start?.name ?? "", rights: role?.rights ?? start?.rights ?? [] },
  });
  const submit = useSubmit(
    form,
    async (body: Values) => {
      if (!role) return api.POST("/api/admin/roles", { body });
      return api.PUT("/api/admin/roles/{role_id}", {
        params: { path: { role_id: role.id } },
        body: { ...body, revision: role.revision },
      });
    },
    {
      refresh: [usersQuery.queryKey],
      done: { title: role ? t`Role saved` : t`Role created` },
      onDone: onClose,
    },
  );
  const { field, fieldState } = useController({ control: form.control, name: "rights" });
  const isGrantable = (right: string): right is GrantableRight =>
    (roles.grantable as readonly string[]).includes(right);
  return (
    <DialogForm
      isWide
      title={role ? t`Edit role` : t`New role`}
      description={
        role && role.people > 0
          ? t`Changes apply immediately to everyone with this role.`
          : t`Choose what people with this role can see and do.`
      }
      submit={submit}
      confirm={role ? t`Save` : t`Create role`}
      isBlocked={field.value.length === 0 || form.watch("name").trim() === ""}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        autoComplete="off"
        maxLength={limits.name.maxLength}
      />
      {rightGroups.map(({ title, rights }) => {
        const shown = rights.filter(isGrantable);
        if (shown.length === 0) return null;
        return (
          <fieldset key={title.id}>
            <legend className="mb-1 text-sm font-semibold text-slate">{t(title)}</legend>
            {shown.map((right) => {
              const base = roles.requires[right];
              return (
                <Check
                  key={right}
                  label={t(rightNames[right])}
                  hint={base && t`Includes: ${{ permission: t(rightNames[base]) }}`}
                  checked={field.value.includes(right)}
                  onChange={({ target }) =>
                    field.onChange(withRight(field.value, right, target.checked, roles.requires))
                  }
                />
              );
            })}
          </fieldset>
        );
      })}
      {fieldState.error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {fieldState.error.message}
        </p>
      )}
      <p className="text-sm text-slate">
        <Trans>Users, integrations, company details and erasing customer data stay with owners.</Trans>
      </p>
    </DialogForm>
  );
}
