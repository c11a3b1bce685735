import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { changePayoutAddress, dashboardQuery } from "@/features/partners/shared/api";
import { tellProblem } from "@/features/partners/shared/problem";
import { type PayoutAddress, payoutAddressSchema } from "@/features/partners/shared/schema";

/** Where the commission is sent, and a way to change it. */
export function PayoutAddressLine({ address }: { address: string | null }) {
  const [changing, setChanging] = useState(false);
  return (
    <section
      aria-label="Payout address"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3xl bg-white px-5 py-4 shadow-card sm:px-8"
    >
      <p className="min-w-0">
        <span className="block text-sm font-semibold text-slate">Your commission is sent to</span>
        <span className="wrap-anywhere">
          {address || "No PayPal address yet: enter one, so that you can be paid"}
        </span>
      </p>
      <Button look="quiet" onClick={() => setChanging(true)}>
        Change
      </Button>
      {changing && <ChangeDialog onClose={() => setChanging(false)} />}
    </section>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<PayoutAddress>({
    resolver: zodResolver(payoutAddressSchema),
    defaultValues: { paypalEmail: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  async function submit(values: PayoutAddress) {
    try {
      await changePayoutAddress(values);
    } catch (error) {
      const words = {
        title: "Not changed",
        refused: "Your payout address was not changed. Please try again in a moment.",
        network: "We could not be reached. Please try again in a moment.",
      };
      tellProblem(error, words, form);
      return;
    }
    await client.invalidateQueries(dashboardQuery);
    toast({ title: "Payout address changed", description: "We also tell you so by e-mail." });
    onClose();
  }

  return (
    <Dialog
      title="Change your payout address"
      description="Later payouts go there. Your password shows that it is you."
      onClose={onClose}
    >
      <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-4">
        <TextField
          label="New PayPal email address"
          type="email"
          autoComplete="off"
          error={errors.paypalEmail?.message}
          {...form.register("paypalEmail")}
        />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Changing…" : "Change the address"}
        </Button>
      </form>
    </Dialog>
  );
}
