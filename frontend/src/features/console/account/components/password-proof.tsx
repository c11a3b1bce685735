import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";

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
  const { t } = useLingui();
  const form = useForm<Proof>({ defaultValues: { currentPassword: "" } });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, onProof);

  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <TextField
          label={t`Your password`}
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword", { required: t`Password is required` })}
        />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`One moment…` : confirm}
        </Button>
      </form>
    </Dialog>
  );
}
