import { Trans } from "@lingui/react/macro";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "./button";

interface Closable {
  onClose: () => void;
}

/** The fallback for a part that is loading, or that failed and can be retried. */
type Instead<P> = (props: P, askAgain: (() => void) | null) => ReactNode;

/** A part whose code loads on its first render; a failed load can be retried. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, instead: Instead<P>) {
  let known: ComponentType<P> | undefined;
  const prepare = async () => {
    known = await load();
    return known;
  };
  function Late(props: P): ReactNode {
    const [Part, setPart] = useState(() => known);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Part || isMissing) return undefined;
      let isGone = false;
      prepare().then(
        (part) => {
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
    return Part ? <Part {...props} /> : instead(props, isMissing ? () => setMissing(false) : null);
  }
  /** Prefetches the code so that the part renders immediately. */
  return Object.assign(Late, { prepare });
}

/** An overlay that is invisible until its code has loaded. */
export function latePart<P extends Closable>(load: () => Promise<ComponentType<P>>) {
  return late(load, (props, askAgain) =>
    askAgain ? <Missing onRetry={askAgain} onClose={props.onClose} /> : null,
  );
}

function Missing({ onRetry, onClose }: Closable & { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--consent-space,0px))] z-50 mx-auto w-fit max-w-full rounded-3xl border border-line bg-panel p-5 text-ink shadow-card"
    >
      <p>
        <NotLoaded />
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button access="read" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <Button access="read" look="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}

/** In the place of a part that did not load. */
export function AskAgain({ onPress }: { onPress: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-sm">
      <p>
        <NotLoaded />
      </p>
      <Button access="read" look="quiet" onClick={onPress}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/** The labels. */
export function NotLoaded() {
  return <Trans>Couldn't load this. Check your connection.</Trans>;
}
