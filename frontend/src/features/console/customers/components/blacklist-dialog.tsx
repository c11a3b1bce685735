import { zodResolver } from "@hookform/resolvers/zod";
import { t as translate } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { blacklistRequestLimits } from "@/api/limits.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { type CustomerDetail, customersKey, setBlacklisted } from "../api";

const schema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, { error: () => translate`Please say why` }),
});

/** Puts a customer on the blacklist, with the reason that the desk reads. */
export function BlacklistDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, problem } = useSubmit(form, async ({ reason }: { reason: string }) => {
    await setBlacklisted(customer.id, reason);
    toast({ title: t`Put on the blacklist` });
    await client.invalidateQueries({ queryKey: customersKey });
    onClose();
  });
  return (
    <Dialog
      title={t`Put ${{ customer: customer.name }} on the blacklist`}
      description={t`The desk is warned when somebody books with one of their addresses or numbers. The visitor sees nothing of it, and nobody is refused by itself.`}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <TextField
          label={t`Reason`}
          hint={t`The team reads it, and the customer in a copy of their data.`}
          maxLength={blacklistRequestLimits.reason.maxLength}
          error={errors.reason?.message}
          {...form.register("reason")}
        />
        <FormProblem text={problem} />
        <Button type="submit" look="danger" disabled={isSubmitting}>
          {isSubmitting ? t`Saving…` : t`Put on the blacklist`}
        </Button>
      </form>
    </Dialog>
  );
}
