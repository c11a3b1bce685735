import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import type { ToastMessage } from "@/components/ui/toast";

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
  /** A rejection is shown below the field, and what was typed stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an action that keeps a reason in the history. */
export function ReasonDialog(props: Props) {
  const { title, description, children, confirm, dismiss, hint, maxLength, done, onConfirm, onClose } = props;
  const { look = "danger", isOptional = false } = props;
  const { t } = useLingui();
  const rules = z.object({
    reason: z
      .string()
      .trim()
      .min(isOptional ? 0 : 1, { error: () => t`Enter a reason.` }),
  });
  const form = useForm({ defaultValues: { reason: "" }, resolver: zodResolver(rules) });
  const submit = useSubmit(form, ({ reason }: { reason: string }) => onConfirm(reason), {
    ...(done && { done }),
    onDone: onClose,
  });
  return (
    <DialogForm
      title={title}
      description={description}
      submit={submit}
      confirm={confirm}
      {...(dismiss && { dismiss })}
      look={look}
      onClose={onClose}
    >
      {children}
      <TextInput
        control={form.control}
        name="reason"
        label={isOptional ? t`Reason (optional)` : t`Reason`}
        hint={hint}
        required={!isOptional}
        maxLength={maxLength}
      />
    </DialogForm>
  );
}
