import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";

const maxReason = 500;
const maxCode = 40;
const maxName = 200;

interface Props {
  title: string;
  description: string;
  /** Details above the fields. */
  children?: ReactNode;
  /** The name to type; without it none is asked for. */
  companyName?: string;
  confirm: string;
  done: string;
  look?: "danger";
  onConfirm: (body: { companyName: string; reason: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Confirms an action with a reason, which owners can read, and a code of the second factor. */
export function ConfirmedDialog(props: Props) {
  const { title, description, children, companyName, confirm, done, look, onConfirm, onClose } = props;
  const rules = z.object({
    companyName: z.string().refine((typed) => !companyName || isSame(typed, companyName), {
      error: `Type the company's name as it is written here: ${companyName}`,
    }),
    reason: z.string().trim().min(1, "Enter a reason."),
    code: z.string().trim().min(1, "Enter a code."),
  });
  const form = useForm({
    defaultValues: { companyName: "", reason: "", code: "" },
    resolver: zodResolver(rules),
  });
  const submit = useSubmit(form, onConfirm, { done: { title: done }, onDone: onClose });
  return (
    <DialogForm
      title={title}
      description={description}
      submit={submit}
      confirm={confirm}
      {...(look && { look })}
      onClose={onClose}
    >
      {children}
      {companyName && (
        <TextInput
          control={form.control}
          name="companyName"
          label={`Type ${companyName} to confirm`}
          autoComplete="off"
          maxLength={maxName}
          required
        />
      )}
      <TextInput
        control={form.control}
        name="reason"
        label="Reason"
        hint="Owners can read it in their audit log. Write nothing about customers."
        maxLength={maxReason}
        required
      />
      <TextInput
        control={form.control}
        name="code"
        label="Code"
        hint="A new code from your authenticator app."
        autoComplete="one-time-code"
        maxLength={maxCode}
        required
      />
    </DialogForm>
  );
}

function isSame(typed: string, name: string): boolean {
  return typed.trim().toLowerCase() === name.trim().toLowerCase();
}
