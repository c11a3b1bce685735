import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { buttonClass } from "@/components/ui/button";

// What Chromium, Firefox, Safari and the build's own loader say of code that did not arrive.
const codeMissing = /dynamically imported module|module script failed|preload CSS/;
const waits = [500, 3000];

/**
 * What remains when a page broke. Without the page's code it first reloads the page automatically: browsers remember
 * a failed import until then.
 */
export function PageError() {
  const error = useRouteError();
  // In the history entry, which a reload keeps and every other page lacks.
  const [attempts] = useState<number>(() => window.history.state?.reloads ?? 0);
  const wait = codeMissing.test(String(error)) && navigator.onLine ? waits[attempts] : undefined;
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = window.setTimeout(() => {
      window.history.replaceState({ ...window.history.state, reloads: attempts + 1 }, "");
      window.location.reload();
    }, wait);
    return () => window.clearTimeout(timer);
  }, [wait, attempts]);
  if (wait !== undefined) return <main aria-busy className="min-h-dvh" />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center gap-4 px-4 text-center">
      <h1 className="text-3xl font-bold">
        <Trans>Couldn't load this page</Trans>
      </h1>
      <p className="text-slate">
        <Trans>Your connection may have dropped. Reload the page.</Trans>
      </p>
      <a className={buttonClass()} href={window.location.href}>
        <Trans>Reload</Trans>
      </a>
    </main>
  );
}
