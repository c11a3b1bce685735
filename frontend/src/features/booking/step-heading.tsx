import { useEffect, useRef } from "react";

let isAwaited = false;

/** The visitor moves to another step: its heading takes the focus, so that it is read out and Tab goes on from it. */
export function awaitHeading(): void {
  isAwaited = true;
}

export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAwaited) return;
    isAwaited = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none sm:col-span-2">
      {children}
    </h2>
  );
}
