import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/features/console/shared/session";
import { sentenceOf } from "@/lib/errors";
import { type PayableOn, refetchAffiliates, setCommissionRule } from "../api";
import { payableWords } from "../words";

const choices: readonly { value: PayableOn; label: string; note: string }[] = [
  { value: "completion", label: "When the rental is completed", note: "You pay for trips that took place." },
  {
    value: "confirmation",
    label: "When the booking is confirmed",
    note: "You may pay for a trip that is cancelled later.",
  },
  { value: "booking", label: "With the booking", note: "You may pay for a booking that nobody confirms." },
];

/** When commissions become payable; an owner may change it. */
export function CommissionRule({ payableOn }: { payableOn: PayableOn }) {
  const { admin } = useMe();
  const [changing, setChanging] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-slate">
      <p>A commission becomes payable {payableWords[payableOn]}.</p>
      {admin.role === "owner" && (
        <button
          type="button"
          className="min-h-11 font-semibold text-pine underline-offset-4 hover:underline"
          onClick={() => setChanging(true)}
        >
          Change when
        </button>
      )}
      {changing && <RuleDialog payableOn={payableOn} onClose={() => setChanging(false)} />}
    </div>
  );
}

function RuleDialog({ payableOn, onClose }: { payableOn: PayableOn; onClose: () => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(payableOn);
  const save = useMutation({
    mutationFn: setCommissionRule,
    onSuccess: async (_, rule) => {
      toast({ title: "Changed", description: `Commission becomes payable ${payableWords[rule]}.` });
      await refetchAffiliates(client);
      onClose();
    },
  });
  const busy = save.isPending;

  return (
    <Dialog
      title="When does commission become payable?"
      description="It counts at once for all that is not paid yet. Affiliates read it on their dashboard."
      onClose={() => !busy && onClose()}
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
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-slate">{note}</span>
            </span>
          </label>
        ))}
        <FormProblem text={save.error && sentenceOf(save.error)} />
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={busy || chosen === payableOn} onClick={() => save.mutate(chosen)}>
            {busy ? "Saving…" : "Save"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
