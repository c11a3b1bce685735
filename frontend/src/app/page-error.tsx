import { Trans } from "@lingui/react/macro";
import { buttonClass } from "@/components/ui/button";

/** What remains when a page broke: the truth, and a way on. */
export function PageError() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center gap-4 px-4 text-center">
      <h1 className="text-3xl font-bold">
        <Trans>This page could not be shown</Trans>
      </h1>
      <p className="text-slate">
        <Trans>Your connection may have dropped. Please load the page again.</Trans>
      </p>
      <a className={buttonClass()} href={window.location.href}>
        <Trans>Load again</Trans>
      </a>
    </main>
  );
}
