import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { DataList, Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { decide, endAccess, type SupportAccess, type SupportSession, supportQuery } from "../api";
import { CallsDialog } from "./calls-dialog";

const states: Record<SupportSession["state"], [MessageDescriptor, "plain" | "good" | "warning"]> = {
  waiting: [msg`Waiting for you`, "warning"],
  ready: [msg`Accepted`, "good"],
  running: [msg`Looking now`, "warning"],
  ended: [msg({ message: "Ended", context: "support access" }), "plain"],
  declined: [msg({ message: "Declined", context: "support access" }), "plain"],
  expired: [msg({ message: "Expired", context: "support access" }), "plain"],
};

/** Who asked and looked, the newest first. */
export function SessionsPanel({ data }: { data: SupportAccess }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<SupportSession | null>(null);
  return (
    <Panel title={t`Requests and visits`}>
      {data.sessions.length === 0 ? (
        <p className="text-sm text-slate">
          <Trans>No one has asked for access yet.</Trans>
        </p>
      ) : (
        <DataList>
          {data.sessions.map((session) => (
            <li key={session.id} className="p-4">
              <Session session={session} onShow={() => setShown(session)} />
            </li>
          ))}
        </DataList>
      )}
      {shown && <CallsDialog session={shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}

function Session({ session, onShow }: { session: SupportSession; onShow: () => void }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const change = useChange({ refresh: supportQuery.queryKey });
  const { id, state, operator, reason, asksForDrafts, mayChangeDrafts, beganAt, endedAt, expiresAt } =
    session;
  const [name, look] = states[state];
  const at = (moment: string) => formatMoment(moment, timezone);
  const answer = (accept: boolean, drafts: boolean) =>
    change(
      () => decide(id, accept, drafts),
      () => ({ title: accept ? t`Request accepted` : t`Request declined` }),
    );
  const end = endedAt ?? expiresAt;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold break-words">{operator}</p>
        <Badge look={look}>{t(name)}</Badge>
      </div>
      <p className="mt-1 break-words">{reason}</p>
      <p className="mt-1 text-sm text-slate">
        {beganAt && end
          ? `${at(beganAt)} – ${at(end)}`
          : t`Requested on ${{ time: at(session.requestedAt) }}`}
        {" · "}
        {mayChangeDrafts ? t`Read, and change drafts` : t`Read only`}
      </p>
      {state === "waiting" && asksForDrafts && (
        <p className="mt-1 text-sm">
          <Trans>
            Asks to change drafts of the catalogue, the quiz and texts. Nothing goes live before you publish
            it.
          </Trans>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {state === "waiting" && (
          <>
            <Button className="min-h-11" onClick={() => void answer(true, false)}>
              {asksForDrafts ? <Trans>Accept, read only</Trans> : <Trans>Accept</Trans>}
            </Button>
            {asksForDrafts && (
              <Button look="quiet" className="min-h-11" onClick={() => void answer(true, true)}>
                <Trans>Accept with drafts</Trans>
              </Button>
            )}
            <Button look="quiet" className="min-h-11" onClick={() => void answer(false, false)}>
              <Trans>Decline</Trans>
            </Button>
          </>
        )}
        {(state === "running" || state === "ready") && (
          <Button
            look="risky"
            className="min-h-11"
            onClick={() =>
              void change(
                () => endAccess(id),
                () => ({ title: t`Support access has ended` }),
              )
            }
          >
            <Trans>End now</Trans>
          </Button>
        )}
        {beganAt && (
          <Button look="quiet" className="min-h-11" onClick={onShow}>
            <Trans>What they looked at</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
