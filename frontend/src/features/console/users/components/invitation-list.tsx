import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Invitation } from "@/features/console/shared/users";
import { api } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/moments";

interface Props {
  invitations: Invitation[];
  timezone: string;
  onChanged: () => Promise<unknown>;
}

/** Links that were sent and not used yet. */
export function InvitationList({ invitations, timezone, onChanged }: Props) {
  async function withdraw(invitation: Invitation) {
    try {
      await api.DELETE("/api/admin/users/invitations/{invitation_id}", {
        params: { path: { invitation_id: invitation.id } },
      });
      toast({ title: `The invitation of ${invitation.email} is withdrawn` });
    } catch (error) {
      toast({ title: "Nothing was changed", description: sentenceOf(error), kind: "destructive" });
    }
    await onChanged();
  }

  return (
    <Panel
      title="Invited"
      description="They have not followed their link yet. Invite them again for a new one."
    >
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => {
          const ended = Date.parse(invitation.expiresAt) <= Date.now();
          return (
            <li key={invitation.id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <span className="truncate">{invitation.email}</span>
                  <Badge>{invitation.role}</Badge>
                  {ended && <Badge look="warning">Ended</Badge>}
                </p>
                <p className="tabular text-sm text-muted">
                  {ended ? "Worked until" : "Works until"} {formatMoment(invitation.expiresAt, timezone)}
                </p>
              </div>
              <Button look="quiet" onClick={() => withdraw(invitation)}>
                Withdraw
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
