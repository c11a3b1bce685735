import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { formatTime } from "@/lib/format";
import { keepSiteOffline } from "./keep-site";

/** Keeps the public site for a tunnel, and says when it is shown from what was kept. */
export function Offline() {
  useEffect(() => {
    keepSiteOffline().catch(() => undefined);
  }, []);
  return <KeptNotice />;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Since when this page's prices are, where they were not fetched just now: kept ones are never shown as new. */
export function KeptNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const since = keptSince();
  if (isOnline && !since) return null;
  const moment = since ?? new Date(performance.timeOrigin).toISOString();
  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2.5 text-sm text-snow"
    >
      <span className="flex items-start gap-2.5">
        <CloudOff aria-hidden size={18} className="mt-0.5 shrink-0" />
        <Trans>Prices of {{ time: formatTime(moment) }}, not checked again.</Trans>
      </span>
      {isOnline && (
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={() => window.location.reload()}
        >
          <Trans>Check now</Trans>
        </button>
      )}
    </div>
  );
}

/** The moment at which a kept page was fetched, as the worker marked it; null for a page from the network. */
function keptSince(): string | null {
  const moment = document.documentElement.dataset.kept;
  return moment && !Number.isNaN(Date.parse(moment)) ? moment : null;
}
