import { Children, type ReactNode, startTransition, useEffect, useState } from "react";

/** Whether the visit is still at its first entry. Pages reached from it show all their parts at once. */
let isStarting = false;

/** Has the page that is opened first come in several tasks; its code is what a slow phone waits for. */
export function startInTasks(): void {
  isStarting = true;
}

/** The visitor went on: from now on, pages come whole. */
export function endStart(): void {
  isStarting = false;
}

/**
 * Shows its children one after another on the first page, each in its own task: a slow phone scrolls and answers
 * a tap in between. The place of those that follow is held open, so that a restored scroll position stays.
 */
export function OneByOne({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  const [count, setCount] = useState(isStarting ? 1 : Number.POSITIVE_INFINITY);
  const isComplete = count >= parts.length;
  useEffect(() => {
    if (isComplete) return undefined;
    const timer = window.setTimeout(() => startTransition(() => setCount(count + 1)));
    return () => window.clearTimeout(timer);
  }, [count, isComplete]);
  return (
    <>
      {parts.slice(0, count)}
      {/* No anchor for scrolling: what appears above it must not move the page. */}
      {!isComplete && <div className="h-[400rem] [overflow-anchor:none]" />}
    </>
  );
}
