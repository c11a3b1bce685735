import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
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

  return (
    <Panel
      title={t`Invited`}
      description={t`They haven't opened the link yet. Invite them again to send a new one.`}
    >
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => {
          const ended = Date.parse(invitation.expiresAt) <= Date.now();
          return (
            <li key={invitation.id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <span className="truncate">{invitation.email}</span>
                  <Badge>{inSentence({ role: invitation.role, roleName: nameOf(invitation.roleId) })}</Badge>
                  {ended && (
                    <Badge look="warning">
                      <Trans>Expired</Trans>
                    </Badge>
                  )}
                </p>
                <p className="tabular text-sm text-muted">
                  <Trans>Valid until {{ expiresAt: formatMoment(invitation.expiresAt, timezone) }}</Trans>
                </p>
              </div>
              <Button look="quiet" onClick={() => withdraw(invitation)}>
                <Trans>Revoke</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
