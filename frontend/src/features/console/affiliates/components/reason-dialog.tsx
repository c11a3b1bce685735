import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { ApiError } from "@/lib/errors";

import { refetchAffiliates } from "../api";

interface Props {
  title: string;
  description: ReactNode;
  hint?: string;
  /** Shown when no reason is given. */
  missing: string;
  /** What the button says: the deed itself. */
  confirm: string;
  /** Shown when the server cannot be reached. */
  failed: string;
  done: { title: string; description: string };
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of something that stays in the history with it. */
export function ReasonDialog(props: Props) {
  const { title, description, hint, missing, confirm, failed, done, onConfirm, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const returnFocus = useFocusReturn();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason.trim()) {
      setProblem(missing);
      return;
    }
    setBusy(true);
    try {
      await onConfirm(reason);
      toast(done);
      onClose();
    } catch (error) {
      setProblem((error instanceof ApiError && error.sentence) || failed);
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
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[92dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-3xl bg-panel p-6 text-ink shadow-card"
        >
          <Dialog.Title className="text-lg font-bold">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-slate">{description}</Dialog.Description>
          <form onSubmit={submit} className="mt-4 flex flex-col gap-6">
            <TextField
              label="Reason"
              hint={hint}
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
                {confirm}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
