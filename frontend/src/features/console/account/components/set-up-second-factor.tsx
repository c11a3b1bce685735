import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { components } from "@/api/schema.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { api, bodyOf } from "@/lib/api";
import { PasswordProof } from "./password-proof";

interface Props {
  onDone: (recoveryCodes: string[]) => Promise<unknown>;
  onClose: () => void;
}

/** Password, then the picture for the app, then a first code of it. */
export function SetUpSecondFactor({ onDone, onClose }: Props) {
  const { t } = useLingui();
  const [setup, setSetup] = useState<components["schemas"]["SecondFactorSetupResponse"] | null>(null);
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, problem } = useSubmit(form, async (body: { code: string }) =>
    onDone((await bodyOf(api.POST("/api/admin/account/second-factor/confirm", { body }))).codes),
  );

  if (!setup) {
    return (
      <PasswordProof
        title={t`Set up two-factor authentication`}
        description={t`You need an authenticator app on your phone. Enter your password to start.`}
        confirm={t`Continue`}
        onClose={onClose}
        onProof={async (body) =>
          setSetup(await bodyOf(api.POST("/api/admin/account/second-factor", { body })))
        }
      />
    );
  }

  return (
    <Dialog
      title={t`Scan this with your app`}
      description={t`Then enter the code it shows.`}
      onClose={onClose}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qrSvg)}`}
          alt={t`QR code for an authenticator app`}
          className="mx-auto size-52 rounded-xl bg-white"
        />
        <p className="text-center text-sm text-slate">
          <Trans>Can't scan? Enter this key:</Trans>
          <code className="mt-1 block font-semibold text-balance text-ink select-all">
            {setup.secret.replace(/(.{4})/g, "$1 ").trim()}
          </code>
        </p>
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...form.register("code", { required: t`Enter a code` })}
        />
        <FormProblem text={problem} />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? t`Checking…` : t`Turn on`}
        </Button>
      </form>
    </Dialog>
  );
}
