import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { placeErrors } from "@/lib/form-errors";

interface Proof {
  currentPassword: string;
}

interface Props {
  title: string;
  description: string;
  confirm: string;
  onProof: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the password again before something that weakens or changes the account. */
export function PasswordProof({ title, description, confirm, onProof, onClose }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Proof>({ defaultValues: { currentPassword: "" } });
  const { errors, isSubmitting } = form.formState;

  async function prove(proof: Proof) {
    setProblem(null);
    try {
      await onProof(proof);
    } catch (error) {
      setProblem(placeErrors(form, error));
    }
  }

  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit(prove)}>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword", { required: "Password is required" })}
        />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "One moment…" : confirm}
        </Button>
      </form>
    </Dialog>
  );
}
