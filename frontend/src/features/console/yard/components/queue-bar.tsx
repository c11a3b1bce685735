import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { hasUnstored, onUnstored } from "../store/database";
import { sendAll, type WaitingRecord } from "../store/outbox";
import { useIsOnline, useOutbox } from "../use-outbox";
import { RefusedDialog } from "./refused-dialog";

/** The records queued on this phone, and whether they can be sent now. Hidden when there is nothing to show. */
export function QueueBar() {
  const { t } = useLingui();
  const { records, pictures } = useOutbox();
  const isOnline = useIsOnline();
  const [looked, setLooked] = useState<WaitingRecord | null>(null);
  const refused = records.find((each) => each.problem !== null);
  const unsent = records.filter((each) => !each.isSent).length;
  if (isOnline && records.length === 0) return null;
  return (
    <div role="status" className="border-t border-line bg-stone text-sm">
      <div className="mx-auto flex w-full max-w-2xl items-center gap-2 px-4 py-2">
        {refused ? (
          <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
        ) : isOnline ? (
          <CloudUpload aria-hidden size={18} className="shrink-0" />
        ) : (
          <CloudOff aria-hidden size={18} className="shrink-0" />
        )}
        <p className="min-w-0 grow">
          {refused
            ? t`${{ name: refused.customerName }}: ${{ problem: refused.problem }}`
            : [
                isOnline ? "" : t`Offline.`,
                unsent > 0 ? plural(unsent, { one: "# record waiting.", other: "# records waiting." }) : "",
                pictures > 0 ? plural(pictures, { one: "# photo waiting.", other: "# photos waiting." }) : "",
              ]
                .filter(Boolean)
                .join(" ")}
        </p>
        {refused ? (
          <Button look="quiet" onClick={() => setLooked(refused)}>
            <Trans>View</Trans>
          </Button>
        ) : (
          isOnline && (
            <Button look="quiet" onClick={() => void sendAll()}>
              <Trans>Send now</Trans>
            </Button>
          )
        )}
      </div>
      {looked && <RefusedDialog record={looked} onClose={() => setLooked(null)} />}
    </div>
  );
}

/** The phone cannot store anything (private mode, no space): input is lost when this page closes. */
export function UnstoredNotice() {
  const isUnstored = useSyncExternalStore(onUnstored, hasUnstored);
  useEffect(() => {
    if (!isUnstored) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnstored]);
  if (!isUnstored) return null;
  return (
    <div role="alert" className="border-t border-line bg-stone text-sm">
      <p className="mx-auto flex w-full max-w-2xl items-center gap-2 px-4 py-2">
        <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
        <Trans>This phone can't store your entries. Keep this page open until everything is sent.</Trans>
      </p>
    </div>
  );
}
