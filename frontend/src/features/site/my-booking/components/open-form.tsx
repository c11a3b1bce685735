import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { ownKey } from "@/features/site/shared/after/own-booking";
import { readBooked } from "@/features/site/shared/booked";
import { openByReference } from "../api";

/** Reference and email, as in the confirmation email. */
export function OpenForm({ problem: before }: { problem: string | null }) {
  const { t } = useLingui();
  const client = useQueryClient();
  // Of the booking just made, where there is one.
  const form = useForm({ defaultValues: { reference: readBooked(null)?.reference ?? "", email: "" } });
  const { register, formState } = form;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ reference, email }) => openByReference(reference, email),
    { before, onDone: () => client.invalidateQueries({ queryKey: ownKey }) },
  );
  return (
    <form className="mx-auto grid max-w-md gap-5" onSubmit={onSubmit}>
      <div>
        <h1 className="text-3xl font-extrabold">
          <Trans>My booking</Trans>
        </h1>
        <p className="mt-2 text-slate">
          <Trans>
            View, change or cancel your booking, or message us. The reference is in our email and on your
            confirmation page.
          </Trans>
        </p>
      </div>
      <TextField
        label={t`Booking reference`}
        error={formState.errors.reference?.message}
        placeholder="K7M-4QXD"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
        {...register("reference")}
      />
      <TextField
        label={t`Email address`}
        type="email"
        error={formState.errors.email?.message}
        autoComplete="email"
        maxLength={254}
        required
        {...register("email")}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending} className="w-full">
        <Trans>Open my booking</Trans>
      </Button>
    </form>
  );
}
