import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import {
  addSampleData,
  type KeptSample,
  removeSampleData,
  type Setup,
  setupQuery,
} from "@/features/console/shared/setup/api";

const reasons: Record<KeptSample["reason"], MessageDescriptor> = {
  changed: msg`You changed it, so it is yours now`,
  used: msg`Your own data uses it`,
  booked: msg`No longer on your site, but a booking names it`,
};

/** Sample data of a new company: add it, remove it, and what a removal left. */
export function SampleData({ setup, mayChange }: { setup: Setup; mayChange: boolean }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useChange({ refresh: setupQuery.queryKey });
  const [isBusy, setIsBusy] = useState(false);
  const [kept, setKept] = useState<readonly KeptSample[]>([]);
  const isAdded = setup.sampleState === "added";
  if (!isAdded && kept.length === 0 && (setup.sampleState === "none" || !mayChange)) return null;

  async function run(action: () => Promise<boolean>) {
    setIsBusy(true);
    await action();
    setIsBusy(false);
    // The catalogue and its pictures are on other pages.
    void client.invalidateQueries();
  }
  const add = () =>
    change(
      () => addSampleData(),
      () => {
        setKept([]);
        return { title: t`Sample data added`, description: t`View your site to see it.` };
      },
    );
  const remove = () =>
    change(
      () => removeSampleData(),
      (answer) => {
        setKept(answer.kept);
        return { title: t`Sample data removed` };
      },
    );

  return (
    <section id="sample-data" className="grid gap-4 rounded-card border border-line bg-panel p-5 sm:p-6">
      <div>
        <h2 className="text-lg font-bold">
          {isAdded ? <Trans>Your site has sample data</Trans> : <Trans>Sample data</Trans>}
        </h2>
        <p className="mt-1 text-sm text-slate">
          {isAdded ? (
            <Trans>It doesn't count for the steps below. What you change becomes yours and stays.</Trans>
          ) : (
            <Trans>See your site with sample cars, places, protections, extras and a season.</Trans>
          )}
        </p>
      </div>
      {kept.length > 0 && (
        <div role="status" className="grid gap-2 text-sm">
          <p className="font-semibold">
            <Trans>Kept</Trans>
          </p>
          <ul className="grid gap-1">
            {kept.map(({ part, label, reason }) => (
              <li key={`${part} ${label}`}>
                {label} <span className="text-muted">{t(reasons[reason])}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayChange && setup.sampleState !== "none" && (
        <div>
          <Button look="quiet" disabled={isBusy} onClick={() => run(isAdded ? remove : add)}>
            {isAdded ? <Trans>Remove sample data</Trans> : <Trans>Add sample data</Trans>}
          </Button>
        </div>
      )}
    </section>
  );
}
