import { Trans } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";

/** The one word about a lost line; everything else on the page leaves it to this banner. */
export function OfflineBanner({ waiting }: { waiting: boolean }) {
  const isOnline = useOnline();
  return (
    <div role="status" className="sticky top-15 z-10 sm:top-18 mx-auto max-w-6xl sm:px-6">
      {!isOnline && (
        <p className="offline flex items-start justify-center gap-2.5 bg-ink px-4 py-2.5 text-sm text-snow sm:rounded-b-2xl">
          <span>
            {waiting ? (
              <Trans>
                <strong>You are offline.</strong> Everything you entered is kept, and we send your booking as
                soon as you are back.
              </Trans>
            ) : (
              <Trans>
                <strong>You are offline.</strong> Everything you entered is kept.
              </Trans>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser believes to have a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
