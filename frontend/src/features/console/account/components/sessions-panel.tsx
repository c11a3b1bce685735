import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/moments";
import { sessionsQuery } from "../api";
import { browserName, isPhone } from "../rules";

/** Where one is signed in. Any of it can be ended, and all but this at once. */
export function SessionsPanel({ timezone }: { timezone: string }) {
  const sessions = useQuery(sessionsQuery);
  const others = sessions.data?.sessions.filter((session) => !session.isCurrent) ?? [];

  async function end(run: () => Promise<unknown>, title: string) {
    try {
      await run();
      toast({ title });
    } catch (error) {
      toast({ title: "Nothing was changed", description: sentenceOf(error), kind: "destructive" });
    }
    await sessions.refetch();
  }

  return (
    <Panel
      title="Where you are signed in"
      description={`Each sign-in ends by itself after twelve hours. Times are those of ${timezone}.`}
    >
      {sessions.isError && <Problem error={sessions.error} onRetry={() => sessions.refetch()} />}
      {sessions.isPending && (
        <div role="status" aria-label="Loading" className="h-24 animate-pulse rounded-xl bg-stone" />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.sessions.map((session) => {
          const Icon = isPhone(session.userAgent) ? Smartphone : Monitor;
          return (
            <li key={session.id} className="flex items-center gap-4 py-3">
              <Icon aria-hidden size={22} className="shrink-0 text-muted" />
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {browserName(session.userAgent)}
                  {session.isCurrent && <Badge look="good">This browser</Badge>}
                </p>
                <p className="tabular text-sm text-muted">
                  Since {formatMoment(session.signedInAt, timezone)}
                  {session.ipAddress && <>, from {session.ipAddress}</>}
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
                      "Signed out there",
                    )
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 1 && (
        <Button
          look="quiet"
          className="mt-3"
          onClick={() => end(() => api.DELETE("/api/admin/account/sessions"), "Signed out everywhere else")}
        >
          Sign out everywhere else
        </Button>
      )}
    </Panel>
  );
}
