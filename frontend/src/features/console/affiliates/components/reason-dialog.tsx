import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { refetchAffiliates } from "../api";

interface Props {
  title: string;
  description: ReactNode;
  hint?: string;
  /** Shown when no reason is given. */
  missing: string;
  /** What the button says: the action itself. */
  confirm: string;
  /** Shown when the server cannot be reached. */
  failed: string;
  done: { title: string; description: string };
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of something that stays in the history with it. */
export function ReasonDialog(props: Props) {
  const { t } = useLingui();
  const { title, description, hint, missing, confirm, failed, done, onConfirm, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => onConfirm(reason),
    onSuccess: () => {
      toast(done);
      onClose();
    },
    onSettled: () => refetchAffiliates(client),
  });
  const problem = isMissing ? missing : save.error ? sentenceOf(save.error, failed) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!reason.trim());
    if (reason.trim()) save.mutate();
  }

  return (
    <Dialog title={title} description={description} onClose={() => !save.isPending && onClose()}>
      <form onSubmit={submit} className="flex flex-col gap-6">
        <TextField
          label={t`Reason`}
          hint={hint}
          value={reason}
          maxLength={500}
          error={problem}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={save.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="danger" disabled={save.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
