import { CloudOff } from "lucide-react";
import { useOnline } from "./use-online";

/** The one word about a lost line; everything else on the page leaves it to this banner. */
export function OfflineBanner({ waiting }: { waiting: boolean }) {
  const isOnline = useOnline();
  return (
    <div role="status" className="sticky top-0 z-20 lg:col-span-2 empty:hidden">
      {!isOnline && (
        <p className="flex items-start gap-3 rounded-2xl bg-ink px-4 py-3 text-sm text-snow shadow-card">
          <CloudOff aria-hidden size={20} className="shrink-0" />
          <span>
            <strong>You are offline.</strong> Everything you entered is kept
            {waiting
              ? ", and we send your booking as soon as you are back."
              : ". Go on; we check the price when you are back."}
          </span>
        </p>
      )}
    </div>
  );
}
