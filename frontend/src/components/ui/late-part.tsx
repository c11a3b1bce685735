import { Trans } from "@lingui/react/macro";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "./button";

interface Closable {
  onClose: () => void;
}

/** A part over the page whose code comes when it is opened. What does not come, offline, can be asked for again. */
export function latePart<P extends Closable>(load: () => Promise<ComponentType<P>>) {
  let known: ComponentType<P> | undefined;
  return function LatePart(props: P): ReactNode {
    const [Part, setPart] = useState(() => known);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Part || isMissing) return undefined;
      let isGone = false;
      load().then(
        (part) => {
          known = part;
          if (!isGone) setPart(() => part);
        },
        (error: unknown) => {
          console.warn("part not loaded", error);
          if (!isGone) setMissing(true);
        },
      );
      return () => {
        isGone = true;
      };
    }, [Part, isMissing]);
    if (Part) return <Part {...props} />;
    if (isMissing) return <Missing onRetry={() => setMissing(false)} onClose={props.onClose} />;
    return null;
  };
}

function Missing({ onRetry, onClose }: Closable & { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--consent-space,0px))] z-50 mx-auto w-fit max-w-full rounded-3xl border border-line bg-white p-5 text-ink shadow-card"
    >
      <p>
        <Trans>This could not be loaded. Are you offline?</Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <Button look="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}
