import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type FormEvent, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { ApiError } from "@/lib/api";
import { formatMoney } from "@/lib/money";
import { type Payout, refetchAffiliates, reversePayout } from "../queries";

interface Props {
  payout: Payout;
  onClose: () => void;
}

/** Undoes a payout that was recorded by mistake. It stays in the history with the reason. */
export function ReverseDialog({ payout, onClose }: Props) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const returnFocus = useFocusReturn();
  const amount = formatMoney(payout.totalAmount, payout.currency);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason.trim()) {
      setProblem("Please say why the payout is reversed");
      return;
    }
    setBusy(true);
    try {
      await reversePayout(payout.id, reason);
      toast({ title: "Payout reversed", description: `${amount} is owed to ${payout.affiliateName} again.` });
      onClose();
    } catch (error) {
      setProblem(
        (error instanceof ApiError && error.sentence) || "The payout could not be reversed just now.",
      );
    }
    setBusy(false);
    await refetchAffiliates(client);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-3xl bg-panel p-6 text-ink shadow-card"
        >
          <Dialog.Title className="text-lg font-bold">Reverse this payout?</Dialog.Title>
          <Dialog.Description className="mt-2 text-slate">
            {amount} to {payout.affiliateName} is owed again. Both stay in the history.
          </Dialog.Description>
          <form onSubmit={submit} className="mt-4 flex flex-col gap-6">
            <TextField
              label="Reason"
              value={reason}
              maxLength={500}
              error={problem}
              onChange={(event) => setReason(event.target.value)}
            />
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close className={buttonClass("quiet")} disabled={busy}>
                Cancel
              </Dialog.Close>
              <Button type="submit" look="danger" disabled={busy}>
                Reverse the payout
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
