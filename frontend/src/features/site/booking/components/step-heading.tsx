import { useLayoutEffect, useRef } from "react";

let isAwaited = false;

/** The visitor moves to another step, which then begins at its top: its heading is read out and Tab goes on there. */
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
