import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

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

/** The ridge line at the foot of the quiz's screens. */
export function QuizRidge() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 bottom-0 -z-10 bg-snow">
      <Picture
        picture={siteConfig().brand.ridge}
        alt=""
        width={1600}
        height={160}
        className="h-16 w-full object-cover object-bottom opacity-60 sm:h-28 short:h-10"
      />
    </div>
  );
}
