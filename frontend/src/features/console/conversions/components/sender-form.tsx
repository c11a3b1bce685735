import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { conversionsQuery, type SenderChange, type Sending, setSender } from "../api";

interface Props {
  sending: Sending | null;
  onDone: () => void;
}

/** The numbers and the key that sending needs. The key can be left out when there is one already. */
export function SenderForm({ sending, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (change: SenderChange) => setSender(change),
    onSuccess: async () => {
      toast({
        title: t`Automatic sending is on`,
        description: t`The first bookings are sent within ten minutes.`,
      });
      await client.invalidateQueries(conversionsQuery);
      onDone();
    },
  });
  const error = save.error;
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  const problem = (name: keyof SenderChange) => fields.find(({ field }) => field === name)?.message;
  const general =
    error && fields.length === 0 ? sentenceOf(error, t`Couldn't reach the server. Try again.`) : undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get("keyFile");
    const text = (name: string) => String(form.get(name) ?? "");
    save.mutate({
      accountId: text("accountId"),
      loginAccountId: text("loginAccountId") || null,
      conversionActionId: text("conversionActionId"),
      keyFile: file instanceof File && file.size > 0 ? await file.text() : null,
    });
  }

  return (
    <form
      onSubmit={submit}
      className="mt-4 grid gap-4 [overflow-wrap:anywhere] sm:grid-cols-2 [&>*]:min-w-0"
      noValidate
    >
      <TextField
        label={t`Google Ads account`}
        name="accountId"
        defaultValue={sending ? dashed(sending.accountId) : ""}
        placeholder="123-456-7890"
        inputMode="numeric"
        autoComplete="off"
        hint={t`Shown at the top right of Google Ads. This account must own the conversion action.`}
        error={problem("accountId")}
      />
      <TextField
        label={t`Manager account (optional)`}
        name="loginAccountId"
        defaultValue={sending?.loginAccountId ? dashed(sending.loginAccountId) : ""}
        placeholder="123-456-7890"
        inputMode="numeric"
        autoComplete="off"
        hint={t`Only if the key has access through a manager account.`}
        error={problem("loginAccountId")}
      />
      <TextField
        label={t`Conversion action`}
        name="conversionActionId"
        defaultValue={sending?.conversionActionId ?? ""}
        placeholder="7712337565"
        inputMode="numeric"
        autoComplete="off"
        hint={t`Open it in Google Ads and copy the number after ctId= in the URL.`}
        error={problem("conversionActionId")}
      />
      <Field
        label={t`Key file of the service account`}
        hint={
          sending
            ? t`Stored for ${{ clientEmail: sending.clientEmail }}. Choose a file only to replace it.`
            : t`The JSON file from Google Cloud. It's stored encrypted and never shown.`
        }
        error={problem("keyFile")}
      >
        {(props) => (
          <input
            {...props}
            type="file"
            name="keyFile"
            accept=".json,application/json"
            className={controlClass(
              "min-w-0 py-2.5 text-sm file:mr-3 file:rounded-lg file:border-0 file:bg-stone file:px-3 file:py-1.5 file:text-ink",
            )}
          />
        )}
      </Field>
      {general && (
        <p role="alert" className="font-medium text-danger sm:col-span-2">
          {general}
        </p>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" look="quiet" disabled={save.isPending}>
          {sending ? t`Save` : t`Start sending`}
        </Button>
        <Button look="plain" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

export function dashed(account: string): string {
  return account.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}
