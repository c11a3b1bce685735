import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/api";
import { formatMoment } from "@/lib/format";
import { sessionsQuery } from "../api";
import { browserName, isPhone } from "../rules";

/** Active sessions. Each can be ended, or all others together. */
export function SessionsPanel({ timezone }: { timezone: string }) {
  const { t } = useLingui();
  const sessions = useQuery(sessionsQuery);
  const others = sessions.data?.sessions.filter((session) => !session.isCurrent) ?? [];

  const change = useChange({ refresh: sessionsQuery.queryKey });
  const end = (run: () => Promise<unknown>, title: string) => change(run, () => ({ title }));

  return (
    <Panel
      title={t`Active sessions`}
      description={t`Each session ends after 12 hours. Times are in ${timezone}.`}
    >
      <QueryBoundary query={sessions} skeleton={<Skeleton className="h-24 rounded-xl" />}>
        {(data) => (
          <ul className="divide-y divide-line">
            {data.sessions.map((session) => {
              const Icon = isPhone(session.userAgent) ? Smartphone : Monitor;
              const moment = formatMoment(session.signedInAt, timezone);
              return (
                <li key={session.id} className="flex items-center gap-4 py-3">
                  <Icon aria-hidden size={22} className="shrink-0 text-muted" />
                  <div className="min-w-0 grow">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {browserName(session.userAgent)}
                      {session.isCurrent && (
                        <Badge look="good">
                          <Trans>This browser</Trans>
                        </Badge>
                      )}
                    </p>
                    <p className="tabular text-sm text-muted">
                      {session.ipAddress ? (
                        <Trans>
                          Since {moment}, from {{ address: session.ipAddress }}
                        </Trans>
                      ) : (
                        <Trans>Since {moment}</Trans>
                      )}
                    </p>
                  </div>
                  {!session.isCurrent && (
                    <Button
                      look="quiet"
                      onClick={() =>
                        end(
                          () =>
                            api.DELETE("/api/admin/account/sessions/{session_id}", {
                              params: { path: { session_id: session.id } },
                            }),
                          t`Session ended`,
                        )
                      }
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryBoundary>
      {others.length > 1 && (
        <Button
          look="quiet"
          className="mt-3"
          onClick={() => end(() => api.DELETE("/api/admin/account/sessions"), t`Signed out everywhere else`)}
        >
          <Trans>Sign out everywhere else</Trans>
        </Button>
      )}
    </Panel>
  );
}
