import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { KeyFileField } from "@/features/console/shared/key-file-field";
import { conversionsQuery, type Sending, setSender } from "../api";

interface Props {
  sending: Sending | null;
  onDone: () => void;
}

interface Values {
  accountId: string;
  loginAccountId: string;
  conversionActionId: string;
  keyFile: FileList | null;
}

/** The numbers and the key that sending needs. The key can be left out when there is one already. */
export function SenderForm({ sending, onDone }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: {
      accountId: sending ? dashed(sending.accountId) : "",
      loginAccountId: sending?.loginAccountId ? dashed(sending.loginAccountId) : "",
      conversionActionId: sending?.conversionActionId ?? "",
      keyFile: null,
    },
  });
  const { control, register, formState } = form;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    async ({ keyFile, loginAccountId, ...numbers }: Values) =>
      setSender({
        ...numbers,
        loginAccountId: loginAccountId || null,
        keyFile: (await keyFile?.[0]?.text()) || null,
      }),
    {
      refresh: [conversionsQuery.queryKey],
      done: {
        title: t`Automatic sending is on`,
        description: t`The first bookings are sent within ten minutes.`,
      },
      onDone,
    },
  );
  const number = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <form
      onSubmit={onSubmit}
      className="mt-4 grid gap-4 [overflow-wrap:anywhere] sm:grid-cols-2 [&>*]:min-w-0"
      noValidate
    >
      <TextInput
        control={control}
        name="accountId"
        label={t`Google Ads account`}
        placeholder="123-456-7890"
        hint={t`Shown at the top right of Google Ads. This account must own the conversion action.`}
        {...number}
      />
      <TextInput
        control={control}
        name="loginAccountId"
        label={t`Manager account (optional)`}
        placeholder="123-456-7890"
        hint={t`Only if the key has access through a manager account.`}
        {...number}
      />
      <TextInput
        control={control}
        name="conversionActionId"
        label={t`Conversion action`}
        placeholder="7712337565"
        hint={t`Open it in Google Ads and copy the number after ctId= in the URL.`}
        {...number}
      />
      <KeyFileField
        clientEmail={sending?.clientEmail}
        error={formState.errors.keyFile?.message}
        {...register("keyFile")}
      />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" look="quiet" disabled={isPending}>
          {sending ? t`Save` : t`Start sending`}
        </Button>
        <CancelEdit look="plain" onCancel={onDone} />
      </div>
    </form>
  );
}

export function dashed(account: string): string {
  return account.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}
