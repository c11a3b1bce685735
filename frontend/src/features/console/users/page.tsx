import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/console/shared/session";
import { rolesQuery, usersQuery } from "@/features/console/shared/users";
import { InvitationList } from "./components/invitation-list";
import { InviteDialog } from "./components/invite-dialog";
import { UserList } from "./components/user-list";
import { RolesPanel } from "./roles/roles-panel";

/** The people of the console and their roles, for its owners. */
export function Component() {
  const { t } = useLingui();
  const { admin, tenant } = useMe();
  const users = useQuery(usersQuery);
  const roles = useQuery(rolesQuery);
  const client = useQueryClient();
  const [isInviting, setInviting] = useState(false);
  const own = roles.data?.roles ?? [];
  const reload = () => client.invalidateQueries(usersQuery);

  return (
    <>
      <PageHeader title={t`Users`} description={t`Who can sign in to the console, and what they can do.`}>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden size={18} /> <Trans>Invite someone</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <QueryBoundary query={users} skeleton={<Skeleton className="h-48" />}>
          {(data) => (
            <>
              <UserList users={data.users} roles={own} ownEmail={admin.email} />
              {data.invitations.length > 0 && (
                <InvitationList invitations={data.invitations} roles={own} timezone={tenant.timezone} />
              )}
            </>
          )}
        </QueryBoundary>
        <QueryBoundary query={roles} skeleton={<Skeleton className="h-48" />}>
          {(data) => <RolesPanel roles={data} />}
        </QueryBoundary>
      </div>
      {isInviting && <InviteDialog roles={own} onClose={() => setInviting(false)} onInvited={reload} />}
    </>
  );
}
