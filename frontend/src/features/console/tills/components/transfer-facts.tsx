import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reverseTransferRequestLimits as limits } from "@/api/limits.gen";
import { Badge } from "@/components/console/badge";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { Button } from "@/components/ui/button";
import { useMay } from "@/features/console/shared/session";
import { reverseTransfer, type Till, type TillLine, tillsKey } from "@/features/console/shared/tills";
import { formatDate, formatMoney } from "@/lib/format";

type Transfer = NonNullable<TillLine["transfer"]>;

interface Props {
  line: TillLine;
  transfer: Transfer;
  till: Till;
  currency: string;
}

/** Where the cash of a transfer went or came from, and its reversal. */
export function TransferFacts({ line, transfer, till, currency }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const client = useQueryClient();
  const [isReversing, setReversing] = useState(false);
  const other = line.amount < 0 ? transfer.toName : transfer.fromName;
  const canReverse = may("refunds") && till.state === "open" && !transfer.isReversed && !transfer.isReversal;
  return (
    <>
      {other && <span className="text-slate">{other}</span>}
      <span className="tabular text-muted">{formatDate(transfer.movedOn)}</span>
      {transfer.isReversed && <Badge look="warning">{t`reversed`}</Badge>}
      {transfer.isReversal && <Badge>{t`reversal`}</Badge>}
      {canReverse && (
        <Button look="plain" className="-my-2 min-h-11 px-2" onClick={() => setReversing(true)}>
          {t`Reverse`}
        </Button>
      )}
      {isReversing && (
        <ReasonDialog
          title={t`Reverse the transfer of ${{ amount: formatMoney(Math.abs(line.amount), currency) }}?`}
          description={t`The cash moves back as a new entry. Both entries stay.`}
          maxLength={limits.reason.maxLength}
          confirm={t`Reverse`}
          done={{ title: t`The transfer is reversed` }}
          onConfirm={async (reason) => {
            await reverseTransfer(transfer.id, reason);
            await client.invalidateQueries({ queryKey: tillsKey });
          }}
          onClose={() => setReversing(false)}
        />
      )}
    </>
  );
}
