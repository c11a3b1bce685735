import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { CopyDialog } from "@/components/console/copy-field";
import { ApiReferenceLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { apiKeysQuery } from "./api";
import { Assistants } from "./components/assistants";
import { CreateDialog } from "./components/create-dialog";
import { KeyTable } from "./components/key-table";
import { Lifetime } from "./components/lifetime";

/** Keys with which other systems call the API, for owners. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const query = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={t`API keys`} description={t`Keys for your website, accounting and other systems.`}>
        <ApiReferenceLink />
        <Button onClick={() => setCreating(true)} disabled={!query.data}>
          <KeyRound aria-hidden size={18} /> <Trans>Create key</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-48" />}>
          {({ keys, maxDays }) => (
            <>
              {keys.length === 0 ? (
                <EmptyState title={t`No API keys yet`}>
                  <Trans>
                    Create a key to connect another system to your bookings, vehicles and invoices.
                  </Trans>
                </EmptyState>
              ) : (
                <KeyTable keys={keys} timezone={tenant.timezone} onRotated={setToken} />
              )}
              <Assistants />
              <Lifetime key={maxDays} maxDays={maxDays} />
            </>
          )}
        </QueryBoundary>
      </div>
      {isCreating && query.data && (
        <CreateDialog
          maxDays={query.data.maxDays}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setToken(created.token);
          }}
        />
      )}
      {token && (
        <CopyDialog
          title={t`Copy your API key`}
          description={t`Copy it now: it won't be shown again. Treat it as a password.`}
          label={t`API key`}
          copyLabel={t`Copy API key`}
          value={token}
          onClose={() => setToken(null)}
        />
      )}
    </>
  );
}
