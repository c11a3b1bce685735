import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/config/paths";
import { closeSite, openSite, type Setup, setupQuery } from "@/features/console/shared/setup/api";
import { Progress } from "@/features/console/shared/setup/banner";
import { stepWords } from "../steps";

/** How far it is, and the one button that lets visitors in. Earlier than that, it says what is missing first. */
export function Opening({ setup, mayChange }: { setup: Setup; mayChange: boolean }) {
  const { t } = useLingui();
  const [asks, setAsks] = useState<"open" | "close" | null>(null);
  const change = useChange({ refresh: setupQuery.queryKey });
  const missing = setup.steps.filter((step) => !step.isDone);
  const hasSample = missing.some(({ code }) => code === "sample");
  const names = missing
    .filter(({ code }) => code !== "sample")
    .map(({ code }) => t(stepWords[code].title))
    .join(", ");
  const warnings = [
    hasSample && t`Your site has sample data: visitors could book sample cars.`,
    names && t`Still missing: ${names}.`,
  ];
  const open = () =>
    change(
      () => openSite(missing.map(({ code }) => code)),
      () => ({ title: t`Your site is open`, description: t`Visitors see it within seconds.` }),
    );
  return (
    <section className="grid gap-4 rounded-card border border-line bg-panel p-5 sm:p-6">
      <div>
        <h2 className="text-lg font-bold">
          {setup.isOpen ? <Trans>Your site is open</Trans> : <Trans>Your site is closed</Trans>}
        </h2>
        <p className="mt-1 text-sm text-slate">
          {setup.isOpen ? (
            <Trans>Everyone sees it.</Trans>
          ) : (
            <Trans>
              Only you and signed-in colleagues can see it. Visitors see a notice that it opens soon.
            </Trans>
          )}
        </p>
      </div>
      <Progress done={setup.done} total={setup.steps.length} />
      <div className="flex flex-wrap gap-2">
        {mayChange && !setup.isOpen && (
          <Button onClick={() => (missing.length > 0 ? setAsks("open") : void open())}>
            <Trans>Open site</Trans>
          </Button>
        )}
        <a href={paths.home} target="_blank" rel="noopener" className={buttonClass("quiet")}>
          <Trans>View site</Trans>
        </a>
        {mayChange && setup.isOpen && (
          <Button look="plain" onClick={() => setAsks("close")}>
            <Trans>Close site</Trans>
          </Button>
        )}
      </div>
      {asks === "open" && (
        <ConfirmDialog
          title={t`Open site?`}
          description={warnings.filter(Boolean).join(" ")}
          confirm={t`Open anyway`}
          onConfirm={open}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "close" && (
        <ConfirmDialog
          title={t`Close site?`}
          description={t`Visitors see a notice that the site opens soon and can't book. Search engines drop the site after a few days.`}
          confirm={t`Close site`}
          onConfirm={() => change(closeSite)}
          onClose={() => setAsks(null)}
        />
      )}
    </section>
  );
}
