import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { costNames } from "@/features/console/shared/handover";
import { readAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { decideLine, type ProposedLine } from "../api";

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
              <OpenLine bookingId={bookingId} line={line} />
            ) : (
              <Decided line={line} currency={currency} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decided({ line, currency }: { line: ProposedLine; currency: string }) {
  const { t } = useLingui();
  const isAccepted = line.state === "accepted";
  return (
    <div className="flex items-start gap-x-3 text-sm">
      <p className="min-w-0 grow break-words">
        {costNames[line.kind](line.quantity)}
        {line.reason && <span className="text-slate">, {line.reason}</span>}
        {line.decidedBy && <span className="block text-muted">{line.decidedBy}</span>}
      </p>
      <span className="tabular font-semibold whitespace-nowrap">
        {isAccepted ? formatMoney(line.decidedAmount ?? 0, currency) : ""}
      </span>
      <Badge look={isAccepted ? "good" : "plain"}>{isAccepted ? t`accepted` : t`refused`}</Badge>
    </div>
  );
}

function OpenLine({ bookingId, line }: { bookingId: string; line: ProposedLine }) {
  const { t } = useLingui();
  const [amount, setAmount] = useState(String(line.amount));
  const change = useChange({ refresh: [], failed: t`Couldn't save the decision` });
  const typed = readAmount(amount);
  const name = costNames[line.kind](line.quantity);

  function decide(decision: "accept" | "refuse") {
    const body = {
      decision,
      amount: decision === "accept" && typed !== null ? typed.toFixed(2) : null,
      label: "",
      reason: "",
    };
    void change(() => decideLine(bookingId, line.id, body));
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) decide("accept");
      }}
    >
      <p className="min-w-40 grow self-center font-medium">{name}</p>
      <div className="w-28">
        <TextField
          label={t`Amount`}
          inputMode="decimal"
          className="tabular"
          value={amount}
          maxLength={10}
          aria-label={t`Amount for ${name}`}
          error={typed !== null ? undefined : t`Please enter an amount`}
          onChange={(event) => setAmount(event.target.value)}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" disabled={typed === null}>
          <Trans>Accept</Trans>
        </Button>
        <Button look="quiet" onClick={() => decide("refuse")}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
    </form>
  );
}
