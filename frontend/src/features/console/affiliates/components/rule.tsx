import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { type PayableOn, payableMoments } from "@/features/console/shared/money-words";
import { useMay } from "@/features/console/shared/session";
import { sentenceOf } from "@/lib/errors";
import { refetchAffiliates, setCommissionRule } from "../api";

const choices: readonly { value: PayableOn; label: MessageDescriptor; note: MessageDescriptor }[] = [
  {
    value: "completion",
    label: msg`When the rental is completed`,
    note: msg`You pay only for completed trips.`,
  },
  {
    value: "confirmation",
    label: msg`When the booking is confirmed`,
    note: msg`You may pay for trips that are cancelled later.`,
  },
  {
    value: "booking",
    label: msg`When the booking is made`,
    note: msg`You may pay for bookings that are never confirmed.`,
  },
];

/** When commissions become payable; an owner may change it. */
export function CommissionRule({ payableOn }: { payableOn: PayableOn }) {
  const { t } = useLingui();
  const may = useMay();
  const [changing, setChanging] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-slate">
      <p>
        <Trans>A commission becomes payable {{ when: t(payableMoments[payableOn]) }}.</Trans>
      </p>
      {may("company") && (
        <button
          type="button"
          className="min-h-11 font-semibold text-pine underline-offset-4 hover:underline"
          onClick={() => setChanging(true)}
        >
          <Trans>Edit</Trans>
        </button>
      )}
      {changing && <RuleDialog payableOn={payableOn} onClose={() => setChanging(false)} />}
    </div>
  );
}

function RuleDialog({ payableOn, onClose }: { payableOn: PayableOn; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(payableOn);
  const save = useMutation({
    mutationFn: setCommissionRule,
    onSuccess: async (_, rule) => {
      toast({
        title: t`Saved`,
        description: t`Commission becomes payable ${{ when: t(payableMoments[rule]) }}.`,
      });
      await refetchAffiliates(client);
      onClose();
    },
  });
  const busy = save.isPending;

  return (
    <Dialog
      title={t`Commission becomes payable`}
      description={t`Applies immediately to everything not paid yet. Affiliates see this on their dashboard.`}
      isBusy={busy}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        {choices.map(({ value, label, note }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-line p-3 has-checked:border-pine has-checked:bg-stone"
          >
            <input
              type="radio"
              name="payable-on"
              className="mt-1 size-4 shrink-0 accent-pine"
              checked={chosen === value}
              onChange={() => setChosen(value)}
            />
            <span>
              <span className="block font-semibold">{t(label)}</span>
              <span className="block text-sm text-slate">{t(note)}</span>
            </span>
          </label>
        ))}
        <FormProblem text={save.error && sentenceOf(save.error)} />
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <CancelButton disabled={busy} />
          <Button disabled={busy || chosen === payableOn} onClick={() => save.mutate(chosen)}>
            {busy ? t`Saving…` : t`Save`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
