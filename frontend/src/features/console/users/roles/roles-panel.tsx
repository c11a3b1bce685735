import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rightGroups, rightNames } from "@/features/console/shared/rights";
import { type GrantableRight, type Right, roleName } from "@/features/console/shared/roles";
import { type CustomRole, type Roles, usersQuery } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { RoleDialog } from "./role-dialog";

interface Open {
  role?: CustomRole;
  start?: { name: string; rights: GrantableRight[] };
}

/** The built-in roles with what they allow, and the company's own, which are made here. */
export function RolesPanel({ roles }: { roles: Roles }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open | null>(null);
  const [deleting, setDeleting] = useState<CustomRole | null>(null);
  const change = useChange({ refresh: usersQuery.queryKey, failed: t`Couldn't delete the role` });
  const grantable = (rights: readonly Right[]) => roles.grantable.filter((right) => rights.includes(right));
  const duplicate = (name: string, rights: readonly Right[]) => (
    <IconButton
      label={t`Duplicate ${name}`}
      onClick={() => setOpen({ start: { name: t`Copy of ${name}`.slice(0, 40), rights: grantable(rights) } })}
    >
      <Copy aria-hidden size={18} />
    </IconButton>
  );
  return (
    <Panel title={t`Roles`} description={t`What each role can see and do. Add roles that fit your team.`}>
      <ul className="-my-2 divide-y divide-line">
        {roles.builtIn.map(({ role, rights }) => (
          <RoleRow
            key={role}
            name={t(roleName[role])}
            mark={<Badge>{t`Built in`}</Badge>}
            rights={rights}
            actions={duplicate(t(roleName[role]), rights)}
          />
        ))}
        {roles.roles.map((role) => (
          <RoleRow
            key={role.id}
            name={role.name}
            mark={
              role.people > 0 && (
                <Badge>{plural({ count: role.people }, { one: "# person", other: "# people" })}</Badge>
              )
            }
            rights={role.rights}
            actions={
              <>
                <IconButton label={t`Edit ${{ name: role.name }}`} onClick={() => setOpen({ role })}>
                  <Pencil aria-hidden size={18} />
                </IconButton>
                {duplicate(role.name, role.rights)}
                <IconButton label={t`Delete ${{ name: role.name }}`} onClick={() => setDeleting(role)}>
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </>
            }
          />
        ))}
      </ul>
      <Button look="quiet" className="mt-5" onClick={() => setOpen({})}>
        <Plus aria-hidden size={18} /> <Trans>New role</Trans>
      </Button>
      {open && <RoleDialog roles={roles} role={open.role} start={open.start} onClose={() => setOpen(null)} />}
      {deleting && (
        <ConfirmDialog
          title={t`Delete ${{ name: deleting.name }}?`}
          description={t`Only a role that no one has can be deleted.`}
          confirm={t`Delete role`}
          onConfirm={() =>
            change(
              () => api.DELETE("/api/admin/roles/{role_id}", { params: { path: { role_id: deleting.id } } }),
              () => ({ title: t`Role deleted` }),
            )
          }
          onClose={() => setDeleting(null)}
        />
      )}
    </Panel>
  );
}

interface RowProps {
  name: string;
  mark: ReactNode;
  rights: readonly Right[];
  actions: ReactNode;
}

function RoleRow({ name, mark, rights, actions }: RowProps) {
  const { t } = useLingui();
  return (
    <li className="flex items-start gap-3 py-2">
      <details className="group min-w-0 grow">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <ChevronRight aria-hidden size={16} className="shrink-0 text-muted group-open:rotate-90" />
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span> {mark}
          <span className="text-sm text-muted">
            {plural({ count: rights.length }, { one: "# permission", other: "# permissions" })}
          </span>
        </summary>
        <dl className="grid gap-x-6 gap-y-2 pt-1 pb-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
          {rightGroups.map((group) => {
            const own = group.rights.filter((right) => rights.includes(right));
            if (own.length === 0) return null;
            return (
              <div key={group.title.id} className="contents">
                <dt className="font-semibold text-slate">{t(group.title)}</dt>
                <dd>
                  {own.map((right) => (
                    <p key={right}>{t(rightNames[right])}</p>
                  ))}
                </dd>
              </div>
            );
          })}
        </dl>
      </details>
      <div className="flex shrink-0">{actions}</div>
    </li>
  );
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-xl hover:bg-stone"
    >
      {children}
    </button>
  );
}
