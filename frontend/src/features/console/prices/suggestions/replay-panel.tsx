import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { Problem } from "@/components/console/problem";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { formatDaySpan, formatMoney } from "@/lib/format";
import { replayRules, type Suggestions } from "./api";

const spans = [30, 60, 90, 365] as const;

/** What the rules would have earned with last year's bookings. */
export function ReplayPanel({ found }: { found: Suggestions }) {
  const { t } = useLingui();
  const [days, setDays] = useState<(typeof spans)[number]>(365);
  const replay = useMutation({ mutationFn: () => replayRules(found.rules, days) });
  const done = replay.data;
  const money = (amount: number) => formatMoney(amount, done?.currency);
  return (
    <Panel
      title={t`Preview with last year's bookings`}
      description={
        <Trans>
          The same bookings on the same dates, with the prices of your rules. It assumes that every customer
          would have booked at the changed price too. How demand reacts to prices isn't known: no price
          experiment was run.
        </Trans>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t`Bookings of`}
          value={days}
          onChange={({ target }) => setDays(spans.find((each) => String(each) === target.value) ?? 365)}
        >
          {spans.map((each) => (
            <option key={each} value={each}>
              {each === 365 ? t`The last 12 months` : t`The same ${{ days: each }} days last year`}
            </option>
          ))}
        </SelectField>
        <Button disabled={found.rules.length === 0 || replay.isPending} onClick={() => replay.mutate()}>
          <Trans>Preview</Trans>
        </Button>
      </div>
      {replay.isError && <Problem error={replay.error} onRetry={() => replay.mutate()} />}
      {done && (
        <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]" aria-live="polite">
          <dt className="text-slate">
            <Trans>Days</Trans>
          </dt>
          <dd>{formatDaySpan(done.first, done.last)}</dd>
          <dt className="text-slate">
            <Trans>Rentals with changed days</Trans>
          </dt>
          <dd className="tabular">{t`${{ changed: done.changedRentals }} of ${{ all: done.rentals }}`}</dd>
          <dt className="text-slate">
            <Trans>Revenue without extras, as booked</Trans>
          </dt>
          <dd className="tabular">{money(done.revenue)}</dd>
          <dt className="text-slate">
            <Trans>With your rules, at unchanged demand</Trans>
          </dt>
          <dd className="tabular font-semibold">{money(done.withRules)}</dd>
        </dl>
      )}
      {done?.isCut && (
        <p className="mt-2 text-sm text-muted">
          <Trans>Only the first 50,000 rentals are counted.</Trans>
        </p>
      )}
    </Panel>
  );
}
