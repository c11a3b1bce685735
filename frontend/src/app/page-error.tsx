import { Trans } from "@lingui/react/macro";
import { buttonClass } from "@/components/ui/button";

/** What remains when a page broke: the truth, and a way on. */
export function PageError() {
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
