import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/console/badge";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Dialog } from "@/components/ui/dialog";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { callsQuery, type SupportCall, type SupportSession } from "../api";
import { pageOf } from "../rules";

const kinds: Record<string, MessageDescriptor> = {
  changed: msg({ message: "Draft changed", context: "support access" }),
  blocked: msg({ message: "Blocked", context: "support access" }),
};

/** Every page that an operator opened, each path once; what they changed and were refused. */
export function CallsDialog({ session, onClose }: { session: SupportSession; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(callsQuery(session.id));
  return (
    <Dialog isWide title={t`What they looked at`} onClose={onClose}>
      <QueryBoundary
        query={query}
        empty={({ calls }) => calls.length === 0 && <p className="text-sm text-slate">{t`Nothing yet.`}</p>}
      >
        {({ calls }) => (
          <ol className="grid divide-y divide-line">
            {calls.map((call) => (
              <Call key={`${call.happenedAt} ${call.call}`} call={call} />
            ))}
          </ol>
        )}
      </QueryBoundary>
      <p className="mt-4 text-xs text-muted">
        <Trans>
          Your audit log keeps the same entries. A page that was opened several times is listed once.
        </Trans>
      </p>
    </Dialog>
  );
}

function Call({ call: { happenedAt, kind, call } }: { call: SupportCall }) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const page = pageOf(call);
  const name = kinds[kind];
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">{page ? t(page) : t`Other`}</span>
        {name && <Badge look="warning">{t(name)}</Badge>}
        <span className="ml-auto text-sm text-slate">{formatMoment(happenedAt, timezone)}</span>
      </p>
      <p className="font-mono text-xs break-all text-muted">{call}</p>
    </li>
  );
}
