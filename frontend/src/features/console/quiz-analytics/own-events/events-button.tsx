import { Trans } from "@lingui/react/macro";
import { MousePointerClick } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { buttonClass } from "@/components/ui/button";

/** Fetched when it is opened. */
export const EventsDialog = lazy(() => import("./events-dialog"));

/** Opens the company's events. */
export function EventsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
        onClick={() => setOpen(true)}
      >
        <MousePointerClick aria-hidden size={16} /> <Trans>Events</Trans>
      </button>
      {isOpen && (
        <Suspense>
          <EventsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
