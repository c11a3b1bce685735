import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import type { components } from "@/api/schema.gen";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { api, bodyOf } from "@/lib/api";
import { formatMoment } from "@/lib/format";
import { browserName, isPhone } from "../rules";

type Session = components["schemas"]["SessionOut"];

export const sessionsQuery = queryOptions({
  queryKey: ["/api/admin/account/sessions"],
  queryFn: () => bodyOf(api.GET("/api/admin/account/sessions")),
  staleTime: 0,
});

/** Active sessions. Each can be ended, or all others together. */
export function SessionsPanel({ timezone }: { timezone: string }) {
  const { t } = useLingui();
  const sessions = useQuery(sessionsQuery);
  const others = sessions.data?.sessions.filter((session) => !session.isCurrent) ?? [];

  const change = useChange({ refresh: sessionsQuery.queryKey });
  const end = (run: () => Promise<unknown>, title: string) => change(run, () => ({ title }));

  const endSession = ({ id }: Session) =>
    end(
      () => api.DELETE("/api/admin/account/sessions/{session_id}", { params: { path: { session_id: id } } }),
      t`Session ended`,
    );
  const columns: TableColumn<Session>[] = [
    {
      id: "browser",
      title: t`Browser`,
      sort: "asc",
      value: ({ userAgent }) => browserName(userAgent),
      cell: ({ userAgent, isCurrent }) => {
        const Icon = isPhone(userAgent) ? Smartphone : Monitor;
        return (
          <span className="flex flex-wrap items-center gap-2 font-medium">
            <Icon aria-hidden size={22} className="shrink-0 text-muted" />
            {browserName(userAgent)}
            {isCurrent && (
              <Badge look="good">
                <Trans>This browser</Trans>
              </Badge>
            )}
          </span>
        );
      },
      card: "line",
    },
    {
      id: "signedInAt",
      title: t`Signed in`,
      sort: "desc",
      value: ({ signedInAt }) => signedInAt,
      cell: ({ signedInAt }) => <span className="tabular">{formatMoment(signedInAt, timezone)}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "ipAddress",
      title: t`IP address`,
      sort: "asc",
      value: ({ ipAddress }) => ipAddress,
      cell: ({ ipAddress }) => ipAddress && <span className="tabular text-muted">{ipAddress}</span>,
      card: "line",
    },
  ];

  return (
    <Panel
      title={t`Active sessions`}
      description={t`Each session ends after 12 hours. Times are in ${timezone}.`}
    >
      <QueryBoundary query={sessions} skeleton={<Skeleton className="h-24 rounded-xl" />}>
        {(data) => (
          <DataTable
            label={t`Active sessions`}
            isShort
            rows={data.sessions}
            columns={columns}
            rowId={({ id }) => id}
            defaultSort="-signedInAt"
            name="sessions"
            actions={(session) =>
              !session.isCurrent && (
                <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => endSession(session)}>
                  <Trans>Sign out</Trans>
                </Button>
              )
            }
          />
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
