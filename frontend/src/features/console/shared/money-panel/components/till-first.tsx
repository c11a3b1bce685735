import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { openTill } from "@/features/console/shared/tills";
import { readAmount } from "@/lib/amounts";
import { moneyKey } from "../api";
import { useMoneyForm } from "../use-money-form";

interface Props {
  bookingId: string;
  currency: string;
}

/** Cash goes into a till of one's own: it is opened right here. */
export function TillFirst({ bookingId, currency }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [opening, setOpening] = useState("");
  const amount = readAmount(opening);
  const form = useMoneyForm({
    bookingId,
    done: t`Your till is open`,
    onDone: () => void client.invalidateQueries({ queryKey: moneyKey(bookingId) }),
  });
  return (
    <div className="grid gap-3 rounded-xl border border-line bg-stone p-3">
      <p className="text-sm">
        <Trans>Cash goes into your till, which isn't open yet. How much is in it now?</Trans>
      </p>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={t`Cash in till (${currency})`}
            inputMode="decimal"
            autoComplete="off"
            value={opening}
            error={form.errorOf("opening")}
            onChange={(event) => setOpening(event.target.value)}
          />
        </div>
        <Button
          look="quiet"
          disabled={amount === null || form.isPending}
          onClick={() => amount !== null && form.send((key) => openTill(key, amount))}
        >
          <Trans>Open till</Trans>
        </Button>
      </div>
      <FormProblem text={form.problem} />
    </div>
  );
}
