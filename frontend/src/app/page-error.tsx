import { buttonClass } from "@/components/ui/button";

/** What remains when a page broke: the truth, and a way on. */
export function PageError() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center gap-4 px-4 text-center">
      <h1 className="text-3xl font-bold">This page could not be shown</h1>
      <p className="text-slate">
        Your connection may have dropped. Nothing you entered was lost; please load the page again.
      </p>
      <a className={buttonClass()} href={window.location.href}>
        Load again
      </a>
    </main>
  );
}
