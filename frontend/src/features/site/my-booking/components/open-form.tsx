import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { ownKey } from "@/features/site/shared/after/own-booking";
import { readBooked } from "@/features/site/shared/booked";
import { sentenceOf } from "@/lib/errors";
import { openByReference } from "../api";

/** Reference and email, as in the confirmation email. */
export function OpenForm({ problem }: { problem: string | null }) {
  const { t } = useLingui();
  const client = useQueryClient();
  // Of the booking just made, where there is one.
  const [values, setValues] = useState(() => ({ reference: readBooked(null)?.reference ?? "", email: "" }));
  const open = useMutation({
    mutationFn: () => openByReference(values.reference, values.email),
    onSuccess: () => client.invalidateQueries({ queryKey: ownKey }),
  });
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  return (
    <form
      className="mx-auto grid max-w-md gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate();
      }}
    >
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
        value={values.reference}
        onChange={set("reference")}
        placeholder="K7M-4QXD"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
      />
      <TextField
        label={t`Email address`}
        type="email"
        value={values.email}
        onChange={set("email")}
        autoComplete="email"
        maxLength={254}
        required
      />
      <FormProblem text={open.isError ? sentenceOf(open.error) : open.isIdle ? problem : null} />
      <Button type="submit" disabled={open.isPending} className="w-full">
        <Trans>Open my booking</Trans>
      </Button>
    </form>
  );
}
