import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { type Location, type NavigationType, useBlocker } from "react-router";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export type Leaves = (from: Location, to: Location, action: `${NavigationType}`) => boolean;

export const leavesPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** Forms with unsaved work. A router supports one blocker only, a page may have several forms. */
const works = new Map<string, Leaves>();
const listeners = new Set<() => void>();

function changeWorks(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The navigation state after saving: `navigate(to, { state: nothingToSave })`. */
export const nothingToSave = "nothing-to-save";

/**
 * Confirms leaving a page with unsaved work. `leaves` decides which navigation removes the form; by default one to
 * another path.
 */
export function useUnsavedWork(isUnsaved: boolean, leaves: Leaves = leavesPage): void {
  const id = useId();
  const latest = useRef(leaves);
  latest.current = leaves;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    changeWorks(() => works.set(id, (...navigation) => latest.current(...navigation)));
    return () => changeWorks(() => works.delete(id));
  }, [id, isUnsaved]);
}

/** Rendered once, in the root layout. */
export function UnsavedWorkDialog() {
  const hasWork = useSyncExternalStore(subscribe, () => works.size > 0);
  useEffect(() => {
    if (!hasWork) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasWork]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      nextLocation.state !== nothingToSave &&
      [...works.values()].some((leaves) => leaves(currentLocation, nextLocation, historyAction)),
  );
  const isLeaving = useRef(false);
  if (blocker.state !== "blocked") return null;
  isLeaving.current = false;
  return (
    <LeaveDialog
      onLeave={() => {
        isLeaving.current = true;
        blocker.proceed();
      }}
      onClose={() => {
        if (!isLeaving.current) blocker.reset();
      }}
    />
  );
}

/** Runs what loses unsaved work once that was confirmed. The question has to be rendered. */
export function useLeave() {
  const [next, setNext] = useState<{ leave: () => void } | null>(null);
  return {
    confirmLeave: (leave: () => void) => setNext({ leave }),
    question: next && <LeaveDialog onLeave={next.leave} onClose={() => setNext(null)} />,
  };
}

/** Asks before unsaved work is lost. */
function LeaveDialog({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      description={t`Your unsaved changes will be lost.`}
      confirm={t`Leave`}
      dismiss={t`Keep editing`}
      access="read"
      onConfirm={async () => onLeave()}
      onClose={onClose}
    />
  );
}
