import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { NotLoaded } from "@/components/ui/late-part";

interface Props {
  className?: string | undefined;
  /** Asks again for a map that did not come; null while it is on its way. */
  askAgain?: (() => void) | null;
  children?: ReactNode;
}

/** The room of a map: as large before the map is there as with it. */
export function MapBox({ className, askAgain, children }: Props) {
  return (
    <div
      className={clsx(
        "relative aspect-8/5 overflow-hidden rounded-card border border-line bg-sky text-ink",
        className,
      )}
    >
      {children}
      {askAgain && (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4"
        >
          <p>
            <NotLoaded />
          </p>
          <Button look="quiet" onClick={askAgain}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
