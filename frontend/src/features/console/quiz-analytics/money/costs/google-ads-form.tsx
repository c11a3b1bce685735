import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { AreaInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { KeyFileField } from "@/features/console/shared/key-file-field";
import { type AdAccount, accountQuery, readAccount, setAccount } from "../api";

interface Props {
  account: AdAccount | null;
  onDone: () => Promise<void>;
  onCancel: (() => void) | undefined;
}

interface Values {
  customerId: string;
  managerId: string;
  keyFile: FileList | null;
  keyText: string;
}

/** Which account, and the key to read it with. The key can be left out when there is one already. */
export function GoogleAdsForm({ account, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: {
      customerId: account ? dashed(account.customerId) : "",
      managerId: account?.managerId ? dashed(account.managerId) : "",
      keyFile: null,
      keyText: "",
    },
  });
  const { control, register, formState } = form;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    async ({ customerId, managerId, keyFile, keyText }: Values) => {
      await setAccount({
        customerId,
        managerId: managerId || null,
        keyFile: (await keyFile?.[0]?.text()) || keyText.trim() || null,
      });
      // What goes wrong is in the state that is shown next; the worker tries again.
      await readAccount().catch(() => undefined);
    },
    { refresh: [accountQuery.queryKey], onDone: () => void onDone() },
  );
  const number = { inputMode: "numeric", autoComplete: "off", placeholder: "123-456-7890" } as const;
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          control={control}
          name="customerId"
          label={t`Customer ID`}
          hint={t`Ten digits, shown at the top right of Google Ads.`}
          {...number}
        />
        <TextInput
          control={control}
          name="managerId"
          label={t`Manager ID (optional)`}
          hint={t`Only if the key has access through a manager account.`}
          {...number}
        />
      </div>
      <KeyFileField
        clientEmail={account?.clientEmail}
        error={formState.errors.keyFile?.message}
        {...register("keyFile")}
      />
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          <Trans>Paste the key instead</Trans>
        </summary>
        <AreaInput control={control} name="keyText" label={t`Content of the key file`} maxLength={10_000} />
      </details>
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? t`Reading costs…` : account ? t`Save` : t`Connect`}
        </Button>
        {onCancel && <CancelEdit look="plain" onCancel={onCancel} />}
      </div>
    </form>
  );
}

/** As Google Ads shows it. */
export function dashed(customerId: string): string {
  return customerId.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}
