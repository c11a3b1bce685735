import { Children, type ReactNode, startTransition, useEffect, useState } from "react";

/** Whether the visit is still at its first history entry. Later pages render all their parts at once. */
let isStarting = false;

/** Renders the first page in several tasks, because a slow phone is busy with its code. */
export function startInTasks(): void {
  isStarting = true;
}

/** The visitor navigated: from now on, pages render completely. */
export function endStart(): void {
  isStarting = false;
}

/**
 * Renders its children one after another on the first page, each in its own task, so that a slow phone scrolls and
 * responds to taps in between. Space is reserved for later children, so that a restored scroll position is kept.
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
      {/* Not a scroll anchor: content rendered above it must not move the page. */}
      {!isComplete && <div className="h-[400rem] [overflow-anchor:none]" />}
    </>
  );
}
