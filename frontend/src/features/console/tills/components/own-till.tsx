import { Trans, useLingui } from "@lingui/react/macro";
import { Calculator } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Till } from "@/features/console/shared/tills";
import { formatMoney, formatShortMoment } from "@/lib/format";
import { CountDialog } from "./count-dialog";
import { TillLines } from "./till-lines";

/** One's own open till: what should lie in it, and what came and went. */
export function OwnTill({ till, currency }: { till: Till; currency: string }) {
  const { t } = useLingui();
  const [isCounting, setCounting] = useState(false);
  return (
    <section aria-label={t`My till`} className="rounded-card border border-line bg-panel p-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-sm text-slate">
            <Trans>Expected balance</Trans>
          </p>
          <p className="tabular text-3xl font-bold tracking-tight" data-testid="expected">
            {formatMoney(till.expected, currency)}
          </p>
          <p className="tabular text-sm text-muted">
            {t`Opened ${{ moment: formatShortMoment(till.openedAt) }} with ${{ opening: formatMoney(till.opening, currency) }}`}
          </p>
        </div>
        <Button onClick={() => setCounting(true)}>
          <Calculator aria-hidden size={18} /> <Trans>Count and close</Trans>
        </Button>
      </div>
      <TillLines till={till} currency={currency} />
      {isCounting && <CountDialog till={till} currency={currency} onClose={() => setCounting(false)} />}
    </section>
  );
}
