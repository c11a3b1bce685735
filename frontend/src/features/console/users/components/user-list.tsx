import { Trans, useLingui } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { controlClass } from "@/components/ui/field";
import { type BuiltInRole, roles as builtIn, roleName } from "@/features/console/shared/roles";
import { type CustomRole, type User, usersQuery } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { roleOfValue, roleValue } from "../roles/rules";
import { UserActions } from "./user-actions";

interface Props {
  users: User[];
  /** The company's own. */
  roles: readonly CustomRole[];
  ownEmail: string;
}

interface Question {
  title: string;
  description: string;
  confirm: string;
  run: () => Promise<unknown>;
}

/** Everyone with an account: role, second factor, and taking access away. */
export function UserList({ users, roles, ownEmail }: Props) {
  const { t } = useLingui();
  const [question, setQuestion] = useState<Question | null>(null);

  const save = useChange({ refresh: usersQuery.queryKey });
  const change = (run: () => Promise<unknown>, title: string) => save(run, () => ({ title }));

  const nameOfRole = (value: string) =>
    roles.find(({ id }) => id === value)?.name ?? t(roleName[value as BuiltInRole]);

  function setRole(user: User, value: string) {
    const body = roleOfValue(value, roles);
    const run = () =>
      api.PATCH("/api/admin/users/{user_id}", { params: { path: { user_id: user.id } }, body });
    const title = t`${{ user: nameOf(user) }} is now: ${{ role: nameOfRole(value) }}`;
    if (user.email !== ownEmail || value === "owner") return void change(run, title);
    setQuestion({
      title: t`Change your own role?`,
      description: t`Only owners can open this page: you can't undo it yourself. Another owner can.`,
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
      value: (user) => nameOfRole(roleValue(user)),
      cell: (user) => (
        <select
          aria-label={t`Role of ${{ user: nameOf(user) }}`}
          className={controlClass("lg:w-40")}
          value={roleValue(user)}
          disabled={user.disabled}
          onChange={(event) => setRole(user, event.target.value)}
        >
          {builtIn.map(({ value }) => (
            <option key={value} value={value}>
              {t(roleName[value])}
            </option>
          ))}
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
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
