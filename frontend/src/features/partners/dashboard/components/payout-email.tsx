import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { changePayoutEmail, dashboardQuery } from "@/features/partners/shared/api";
import { type PayoutEmail, payoutEmailSchema } from "@/features/partners/shared/schema";

/** Where the commission is sent, and a way to change it. */
export function PayoutEmailLine({ address }: { address: string | null }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  return (
    <section
      aria-label={t`Payout email`}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3xl bg-panel px-5 py-4 shadow-card sm:px-8"
    >
      <p className="min-w-0">
        <span className="block text-sm font-semibold text-slate">
          <Trans>Your commission is sent to</Trans>
        </span>
        <span className="wrap-anywhere">{address || t`Add a PayPal address to get paid`}</span>
      </p>
      <Button look="quiet" onClick={() => setChanging(true)}>
        <Trans>Change</Trans>
      </Button>
      {changing && <ChangeDialog onClose={() => setChanging(false)} />}
    </section>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<PayoutEmail>({
    resolver: zodResolver(payoutEmailSchema),
    defaultValues: { paypalEmail: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  async function change(values: PayoutEmail) {
    await changePayoutEmail(values);
    await client.invalidateQueries(dashboardQuery);
    toast({ title: t`Payout email changed`, description: t`We also notify you by email.` });
    onClose();
  }
  const { onSubmit } = useSubmit(form, change, {
    failed: {
      title: t`Couldn't save`,
      refused: t`Your payout email was not changed. Please try again in a moment.`,
      unreachable: t`We could not be reached. Please try again in a moment.`,
    },
  });

  return (
    <Dialog
      title={t`Change your payout email`}
      description={t`Future payouts go there. Enter your password to confirm.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t`New PayPal email address`}
          type="email"
          autoComplete="off"
          error={errors.paypalEmail?.message}
          {...form.register("paypalEmail")}
        />
        <TextField
          label={t`Your password`}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Changing…` : t`Change the address`}
        </Button>
      </form>
    </Dialog>
  );
}
