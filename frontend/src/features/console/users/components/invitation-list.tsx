import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { useRoleNames } from "@/features/console/shared/roles";
import { type CustomRole, type Invitation, usersQuery } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { formatMoment } from "@/lib/format";

interface Props {
  invitations: Invitation[];
  /** The company's own. */
  roles: readonly CustomRole[];
  timezone: string;
}

/** Links that were sent and not used yet. */
export function InvitationList({ invitations, roles, timezone }: Props) {
  const { t } = useLingui();
  const { inSentence } = useRoleNames();
  const change = useChange({ refresh: usersQuery.queryKey });
  const nameOf = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.name ?? null;
  const withdraw = (invitation: Invitation) =>
    change(
      () =>
        api.DELETE("/api/admin/users/invitations/{invitation_id}", {
          params: { path: { invitation_id: invitation.id } },
        }),
      () => ({ title: t`Invitation of ${{ email: invitation.email }} withdrawn` }),
    );

  const isEnded = ({ expiresAt }: Invitation) => Date.parse(expiresAt) <= Date.now();
  const columns: TableColumn<Invitation>[] = [
    {
      id: "email",
      title: t`Email`,
      sort: "asc",
      value: ({ email }) => email,
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    {
      id: "role",
      title: t`Role`,
      sort: "asc",
      card: "line",
      value: ({ role, roleId }) => inSentence({ role, roleName: nameOf(roleId) }),
      cell: ({ role, roleId }) => <Badge>{inSentence({ role, roleName: nameOf(roleId) })}</Badge>,
    },
    {
      id: "expiresAt",
      title: t`Valid until`,
      sort: "asc",
      card: "line",
      isLabelled: true,
      value: ({ expiresAt }) => expiresAt,
      cell: (invitation) => (
        <span className="tabular inline-flex flex-wrap items-center gap-2">
          {formatMoment(invitation.expiresAt, timezone)}
          {isEnded(invitation) && (
            <Badge look="warning">
              <Trans>Expired</Trans>
            </Badge>
          )}
        </span>
      ),
    },
  ];

  return (
    <Panel
      title={t`Invited`}
      description={t`They haven't opened the link yet. Invite them again to send a new one.`}
    >
      <DataTable
        label={t`Invited`}
        rows={invitations}
        columns={columns}
        rowId={({ id }) => id}
        name="invited"
        actions={(invitation) => (
          <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => withdraw(invitation)}>
            <Trans>Revoke</Trans>
          </Button>
        )}
      />
    </Panel>
  );
}
