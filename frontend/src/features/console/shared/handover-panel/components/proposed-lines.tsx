import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { reverseDecisionRequestLimits as limits } from "@/api/limits.gen";
import { Badge } from "@/components/console/badge";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { useChange } from "@/components/console/use-change";
import { AmountInput } from "@/components/forms/amount-input";
import { Button } from "@/components/ui/button";
import { costNames } from "@/features/console/shared/handover";
import { formatMoney } from "@/lib/format";
import { decideLine, type ProposedLine, reverseLine } from "../api";

interface Props {
  bookingId: string;
  lines: readonly ProposedLine[];
  currency: string;
}

/** What the return may cost: the desk accepts, changes or refuses each. */
export function ProposedLines({ bookingId, lines, currency }: Props) {
  const shown = lines.filter((each) => each.state !== "withdrawn");
  if (shown.length === 0) return null;
  return (
    <section className="rounded-2xl bg-stone p-4">
      <h3 className="font-semibold">
        <Trans>Return costs</Trans>
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((line) => (
          <li key={line.id} className="py-3">
            {line.state === "proposed" ? (
              <OpenLine bookingId={bookingId} line={line} currency={currency} />
            ) : (
              <Decided bookingId={bookingId} line={line} currency={currency} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  bookingId: string;
  line: ProposedLine;
  currency: string;
}

function Decided({ bookingId, line, currency }: LineProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isReversing, setReversing] = useState(false);
  const isAccepted = line.state === "accepted";
  const amount = formatMoney(line.decidedAmount ?? 0, currency);
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className="min-w-0 grow basis-40 break-words">
        {costNames[line.kind](line.quantity)}
        {line.reason && <span className="text-slate">, {line.reason}</span>}
        {line.decidedBy && <span className="block text-muted">{line.decidedBy}</span>}
      </p>
      <span className="tabular font-semibold whitespace-nowrap">{isAccepted ? amount : ""}</span>
      <Badge look={isAccepted ? "good" : "plain"}>{isAccepted ? t`accepted` : t`refused`}</Badge>
      <Button look="plain" onClick={() => setReversing(true)}>
        <Trans>Undo</Trans>
      </Button>
      {isReversing && (
        <ReasonDialog
          title={t`Undo this decision?`}
          description={
            line.decidedAmount
              ? t`${amount} is taken off the price by a line of its own, and you can decide again. Issue a credit note if it is on an invoice, and refund it if it was paid.`
              : t`You can decide again.`
          }
          maxLength={limits.reason.maxLength}
          confirm={t`Undo`}
          look="risky"
          done={{ title: t`Undone` }}
          onConfirm={async (reason) => {
            await reverseLine(bookingId, line.id, reason);
            await client.invalidateQueries();
          }}
          onClose={() => setReversing(false)}
        />
      )}
    </div>
  );
}

function OpenLine({ bookingId, line, currency }: LineProps) {
  const { t } = useLingui();
  const form = useForm<{ amount: number | string | null }>({ defaultValues: { amount: line.amount } });
  const amount = form.watch("amount");
  const change = useChange({ refresh: [], failed: t`Couldn't save the decision` });

  function decide(decision: "accept" | "refuse") {
    const accepted = decision === "accept" && typeof amount === "number" ? amount.toFixed(2) : null;
    void change(() => decideLine(bookingId, line.id, { decision, amount: accepted, label: "", reason: "" }));
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={form.handleSubmit(() => decide("accept"))}
    >
      <p className="min-w-40 grow self-center font-medium">{costNames[line.kind](line.quantity)}</p>
      <div className="w-36">
        <AmountInput control={form.control} name="amount" label={t`Amount`} currency={currency} />
      </div>
      <div className="flex gap-2">
        <Button type="submit" disabled={typeof amount !== "number"}>
          <Trans>Accept</Trans>
        </Button>
        <Button look="quiet" onClick={() => decide("refuse")}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
    </form>
  );
}
