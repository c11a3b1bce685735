import { select } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { controlClass } from "@/components/ui/field";
import { type Role, roleName, roles } from "@/features/console/shared/roles";
import { type User, usersQuery } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { UserActions } from "./user-actions";

interface Props {
  users: User[];
  ownEmail: string;
}

interface Question {
  title: string;
  description: string;
  confirm: string;
  run: () => Promise<unknown>;
}

/** Everyone with an account: role, second factor, and taking access away. */
export function UserList({ users, ownEmail }: Props) {
  const { t } = useLingui();
  const [question, setQuestion] = useState<Question | null>(null);

  const save = useChange({ refresh: usersQuery.queryKey });
  const change = (run: () => Promise<unknown>, title: string) => save(run, () => ({ title }));

  function setRole(user: User, role: Role) {
    const run = () =>
      api.PATCH("/api/admin/users/{user_id}", { params: { path: { user_id: user.id } }, body: { role } });
    const name = nameOf(user);
    const title = select(role, {
      owner: `${name} is owner now`,
      manager: `${name} is manager now`,
      desk: `${name} is at the desk now`,
      other: `${name} is analyst now`,
    });
    if (user.email !== ownEmail) return void change(run, title);
    setQuestion({
      title: t`Change your own role?`,
      description: select(role, {
        desk: "At the desk you cannot come back to this page. Another owner can undo it.",
        manager: "As manager you cannot come back to this page. Another owner can undo it.",
        other: "As analyst you cannot come back to this page. Another owner can undo it.",
      }),
      confirm: t`Change my role`,
      run: () => change(run, title),
    });
  }

  const columns: TableColumn<User>[] = [
    {
      id: "name",
      title: t`Name`,
      sort: "asc",
      value: nameOf,
      cell: (user) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {nameOf(user)}
            {user.email === ownEmail && (
              <Badge>
                <Trans>You</Trans>
              </Badge>
            )}
            {user.disabled && (
              <Badge look="warning">
                <Trans>No access</Trans>
              </Badge>
            )}
          </span>
          <span className="block text-muted">{user.email}</span>
        </>
      ),
      card: "line",
    },
    {
      id: "secondFactor",
      title: t`Two-factor authentication`,
      sort: "desc",
      value: ({ hasSecondFactor }) => Number(hasSecondFactor),
      cell: ({ hasSecondFactor }) =>
        hasSecondFactor && (
          <Badge look="good">
            <ShieldCheck aria-hidden size={13} /> <Trans>Two-factor authentication</Trans>
          </Badge>
        ),
      card: "line",
    },
    {
      id: "role",
      title: t`Role`,
      sort: "asc",
      value: ({ role }) => t(roleName[role]),
      cell: (user) => (
        <select
          aria-label={t`Role of ${{ user: nameOf(user) }}`}
          className={controlClass("lg:w-40")}
          value={user.role}
          disabled={user.disabled}
          onChange={(event) => setRole(user, event.target.value as Role)}
        >
          {roles.map((role) => (
            <option key={role.value} value={role.value}>
              {t(roleName[role.value])}
            </option>
          ))}
        </select>
      ),
    },
  ];

  return (
    <>
      <DataTable
        label={t`Users`}
        rows={users}
        columns={columns}
        rowId={({ id }) => id}
        actions={(user) => <UserActions user={user} name={nameOf(user)} change={change} ask={setQuestion} />}
      />
      {question && (
        <ConfirmDialog
          title={question.title}
          description={question.description}
          confirm={question.confirm}
          onConfirm={question.run}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function nameOf(user: User): string {
  return user.name || user.email;
}
