import { useLayoutEffect, useRef } from "react";

let isAwaited = false;

/** Scrolls to the top of a new step and focuses its heading for screen readers and Tab. */
export function awaitHeading(): void {
  isAwaited = true;
}

export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the step is seen: a page that moves later would take the button from under a press.
  useLayoutEffect(() => {
    if (!isAwaited) return;
    isAwaited = false;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none sm:col-span-2">
      {children}
    </h2>
  );
}
