import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { costDecisionLimits } from "@/api/limits.gen";
import { NumberField } from "@/components/forms/fields";
import { SelectField, TextField } from "@/components/ui/field";
import { costNames } from "@/features/console/shared/handover";
import { typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type Cost, previewCosts, type YardBooking } from "../api";
import {
  type CostChoice,
  type CostDecision,
  chargedOf,
  costKey,
  type Draft,
  decisionOf,
  gapsOf,
  recordOf,
} from "../rules/form";

interface Props {
  booking: YardBooking;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  hasGap: boolean;
}

/**
 * The costs of the handover or return, decided with the customer before signing. Offline they are left to the office.
 * Hidden for a handover without costs.
 */
export function CostPreview({ booking, draft, onChange, hasGap }: Props) {
  const { t } = useLingui();
  const { fuel, isClean, damages } = draft;
  const isKnown = gapsOf(draft).every(({ step }) => step !== "car");
  const costs = useQuery({
    queryKey: ["yard", "costs", booking.bookingId, fuel, isClean, damages.map(({ id }) => id)],
    queryFn: () =>
      previewCosts(booking.bookingId, recordOf({ ...draft, signature: [], costs: [] }, new Date(), [])),
    enabled: isKnown,
    networkMode: "always",
    retry: false,
    staleTime: 0,
  });
  const shown = costs.data?.costs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft follows the answer, not itself
  useEffect(() => {
    if (shown) onChange({ costs: shown });
    else if (costs.isError) onChange({ costs: [] });
  }, [shown, costs.isError]);
  const isReturn = draft.kind === "return";
  if (!isReturn && !shown?.length) return null;
  const title = isReturn ? t`Return costs` : t`Further costs`;
  const money = (amount: number) => formatMoney(amount, booking.currency);
  return (
    <section aria-label={title} className="rounded-2xl border border-line bg-panel p-4">
      <h2 className="font-semibold">{title}</h2>
      {!isKnown && <p className="mt-1 text-sm text-slate">{t`Enter mileage and fuel first.`}</p>}
      {costs.isError && (
        <p role="alert" className="mt-1 text-sm text-slate">
          {t`Couldn't calculate the costs offline. The office decides them and informs the customer.`}
        </p>
      )}
      {shown?.length === 0 && <p className="mt-1 text-sm">{t`No return costs.`}</p>}
      {shown && shown.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line">
            {shown.map((cost) => (
              <CostLine
                key={costKey(cost)}
                cost={cost}
                currency={booking.currency}
                mayChange={booking.mayChangeCosts}
                decision={decisionOf(draft, cost)}
                hasGap={hasGap}
                onDecide={(decision) =>
                  onChange({ decisions: { ...draft.decisions, [costKey(cost)]: decision } })
                }
              />
            ))}
          </ul>
          <p className="tabular flex justify-between gap-4 border-t border-line pt-3 font-bold">
            <span>{t`Charged now`}</span>
            <span>{money(chargedOf(draft))}</span>
          </p>
          <p className="mt-2 text-sm text-slate">
            <Trans>Show this to the customer before they sign. Without a signature the office decides.</Trans>
          </p>
        </>
      )}
    </section>
  );
}

interface LineProps {
  cost: Cost;
  currency: string;
  mayChange: boolean;
  decision: CostDecision;
  hasGap: boolean;
  onDecide: (decision: CostDecision) => void;
}

function CostLine({ cost, currency, mayChange, decision, hasGap, onDecide }: LineProps) {
  const { t } = useLingui();
  const name = costNames[cost.kind](cost.quantity);
  const { choice, amount, reason } = decision;
  const isChanged = choice === "change";
  return (
    <li className="grid gap-3 py-3">
      <div className="flex items-center justify-between gap-4">
        <span className="min-w-0 grow font-medium">{name}</span>
        <span className="tabular whitespace-nowrap">{formatMoney(cost.amount, currency)}</span>
      </div>
      <SelectField
        label={t`Decision`}
        aria-label={t`Decision on ${name}`}
        value={choice}
        onChange={({ target }) => onDecide({ ...decision, choice: target.value as CostChoice })}
      >
        <option value="charge">{t`Charge`}</option>
        {mayChange && <option value="change">{t`Change the amount`}</option>}
        {mayChange && <option value="waive">{t`Waive`}</option>}
        <option value="office">{t`Office decides`}</option>
      </SelectField>
      {isChanged && (
        <NumberField
          label={t`Amount (${currency})`}
          value={amount}
          write={typedAmount}
          error={hasGap && typeof amount !== "number" ? t`Enter an amount` : undefined}
          onChange={(typed) => onDecide({ ...decision, amount: typed })}
        />
      )}
      {(isChanged || choice === "waive") && (
        <TextField
          label={t`Reason (optional)`}
          value={reason}
          maxLength={costDecisionLimits.reason.maxLength}
          onChange={({ target }) => onDecide({ ...decision, reason: target.value })}
        />
      )}
    </li>
  );
}
