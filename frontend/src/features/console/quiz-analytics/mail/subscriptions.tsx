import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useChange } from "@/components/console/use-change";
import type { Kind } from "./api";
import { mailKey, type Subscription, unsubscribe } from "./api";

export const kinds: readonly { kind: Kind; name: MessageDescriptor; when: MessageDescriptor }[] = [
  { kind: "week", name: msg`Every week`, when: msg`Mondays at 8:00, for the previous week` },
  { kind: "month", name: msg`Every month`, when: msg`The 1st at 8:00, for the previous month` },
  { kind: "alerts", name: msg`When a metric drops`, when: msg`At most one email a day` },
];

/** Who gets what, each with a button that ends it. */
export function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  const { t } = useLingui();
  const change = useChange({ refresh: mailKey });
  if (subscriptions.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>No reports yet.</Trans>
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-2xl border border-line">
      {subscriptions.map((each) => {
        const kind = kinds.find(({ kind }) => kind === each.kind);
        const what = kind ? t(kind.name) : each.kind;
        return (
          <li key={each.id} className="flex items-center gap-3 py-1 pr-1 pl-4">
            <div className="min-w-0 grow py-2 text-sm">
              <p className="font-semibold break-words">{each.name}</p>
              <p className="break-words text-slate">{each.filters ? `${what} · ${each.filters}` : what}</p>
            </div>
            <button
              type="button"
              aria-label={t`Turn off: ${{ report: what }}, ${{ who: each.name }}`}
              className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone"
              onClick={() => void change(() => unsubscribe(each.id))}
            >
              <Trash2 aria-hidden size={18} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
