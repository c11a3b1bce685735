import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { DataList, Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { queryClient } from "@/lib/query-client";
import { call, type SupportSession, supportPath, supportQuery } from "./api";
import { formatUtc } from "./format";
import { SupportDialog } from "./support-dialog";

const states: Record<SupportSession["state"], [name: string, look: "plain" | "good" | "warning"]> = {
  waiting: ["Waiting for the owner", "plain"],
  ready: ["Accepted", "good"],
  running: ["Running", "warning"],
  ended: ["Ended", "plain"],
  declined: ["Declined", "plain"],
  expired: ["Expired", "plain"],
};
const open = ["waiting", "ready", "running"];

/** Asks for access to a company's console, opens it and ends it. */
export function SupportPanel({ slug }: { slug: string }) {
  const query = useQuery(supportQuery(slug));
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title="Support access"
      description="See the company's console to help, read-only, for up to 30 minutes. The owner decides, and reads what you looked at."
    >
      <QueryBoundary query={query}>
        {({ sessions }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {!sessions.some(({ state }) => open.includes(state)) && (
              <Button look="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
                Ask for access
              </Button>
            )}
            {sessions.length > 0 && (
              <DataList>
                {sessions.map((session) => (
                  <li key={session.id} className="p-4">
                    <Session slug={slug} session={session} />
                  </li>
                ))}
              </DataList>
            )}
          </div>
        )}
      </QueryBoundary>
      {isAsking && <SupportDialog slug={slug} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Session({ slug, session }: { slug: string; session: SupportSession }) {
  const { id, state, operator, reason, mayChangeDrafts, beganAt, expiresAt, endedAt, requestedAt } = session;
  const [name, look] = states[state];
  const [url, setUrl] = useState<string | null>(null);

  async function act(verb: "link" | "end") {
    try {
      const answer = await call<{ url?: string }>(`${supportPath(slug)}/${id}/${verb}`, {});
      setUrl(answer.url ?? null);
    } catch (error) {
      toast({
        kind: "destructive",
        title: `Couldn't ${verb === "end" ? "end it" : "create the link"}`,
        description: sentenceOf(error),
      });
    }
    void queryClient.invalidateQueries({ queryKey: supportQuery(slug).queryKey });
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold break-words">{operator}</p>
        <Badge look={look}>{name}</Badge>
      </div>
      <p className="mt-1 break-words">{reason}</p>
      <p className="mt-1 text-sm text-slate">
        {beganAt
          ? `${formatUtc(beganAt)} – ${formatUtc(endedAt ?? expiresAt)}`
          : `Requested ${formatUtc(requestedAt)}`}
        {mayChangeDrafts && " · may change drafts"}
      </p>
      {open.includes(state) && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {state !== "waiting" && (
            <Button className="min-h-11" onClick={() => void act("link")}>
              Create link
            </Button>
          )}
          <Button look="quiet" className="min-h-11" onClick={() => void act("end")}>
            {state === "waiting" ? "Withdraw" : "End"}
          </Button>
        </div>
      )}
      {url && open.includes(state) && (
        <p className="mt-3 text-sm">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center font-medium text-pine underline"
            onClick={() => setUrl(null)}
          >
            Open the console of {slug}
          </a>{" "}
          <span className="text-slate">Works once, for a minute.</span>
        </p>
      )}
    </>
  );
}
