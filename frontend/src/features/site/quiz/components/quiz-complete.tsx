import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { QuizRidge } from "./quiz-ridge";

/** The last screen, for the second before the site comes. */
export function QuizComplete() {
  const words = useRef<HTMLParagraphElement>(null);
  // The pressed answer is gone, and the focus with it: here it is read out.
  useEffect(() => words.current?.focus({ preventScroll: true }), []);
  return (
    <main
      id="content"
      className="relative isolate grid min-h-screen-left animate-slide-in content-center justify-items-center gap-6 bg-snow px-6 text-center"
    >
      <QuizRidge />
      <img
        src="/drawings/empty-road.svg"
        alt=""
        width={960}
        height={400}
        className="w-full max-w-md rounded-3xl"
      />
      <p ref={words} role="status" tabIndex={-1} className="text-2xl font-bold text-balance outline-none">
        <Trans>Quiz Complete! Saving your preferences and redirecting...</Trans>
      </p>
    </main>
  );
}
