import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";

interface Props {
  title: string;
  description?: ReactNode;
  /** Details above the field. */
  children?: ReactNode;
  /** Who reads the reason, or where it is kept. */
  hint?: string;
  maxLength: number;
  isOptional?: boolean;
  /** The action's button: the action itself. */
  confirm: string;
  /** The other button; needed where Cancel could be read as the action. */
  dismiss?: string;
  look?: "danger" | "risky";
  /** Shown once `onConfirm` is through. */
  done?: ToastMessage;
  /** A rejection is shown beside the field, and what was typed stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an action that keeps a reason in the history. */
export function ReasonDialog({ look = "danger", isOptional = false, onConfirm, onClose, ...texts }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      if (texts.done) toast(texts.done);
      onClose();
    },
  });
  const problem = isMissing ? t`Enter a reason.` : error ? sentenceOf(error) : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const missing = !isOptional && !reason.trim();
    setMissing(missing);
    if (!missing && !isPending) mutate(reason.trim());
  }

  return (
    <Dialog
      title={texts.title}
      description={texts.description}
      onClose={() => {
        if (!isPending) onClose();
      }}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {texts.children}
        <TextField
          label={isOptional ? t`Reason (optional)` : t`Reason`}
          hint={texts.hint}
          required={!isOptional}
          maxLength={texts.maxLength}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" disabled={isPending} onClick={onClose}>
            {texts.dismiss ?? <Trans>Cancel</Trans>}
          </Button>
          <Button type="submit" look={look} disabled={isPending} onClick={ignoreDoubleClick}>
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The second click of the double click that opened the dialog does not confirm it. */
export function ignoreDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
