import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { setStripe } from "../api";

/** The two keys. They are written and never shown; one that is left empty stays as it is. */
export function StripeForm({ hasKeys, onDone }: { hasKeys: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const [secretKey, setKey] = useState("");
  const [webhookSecret, setWebhook] = useState("");
  const save = useMutation({
    mutationFn: () => setStripe({ secretKey: secretKey || null, webhookSecret: webhookSecret || null }),
    onSuccess: () => {
      toast({ title: t`The keys are stored` });
      onDone();
    },
  });
  const fields = save.error instanceof ApiError ? (save.error.body?.fields ?? []) : [];
  const problem = (name: string) => fields.find(({ field }) => field === name)?.message;
  const kept = hasKeys ? t`Empty to keep the one that is stored.` : t`It is kept encrypted and never shown.`;
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={t`Secret key`}
        hint={kept}
        type="password"
        autoComplete="off"
        placeholder="sk_live_…"
        value={secretKey}
        error={problem("secretKey")}
        onChange={(event) => setKey(event.target.value.trim())}
      />
      <TextField
        label={t`Signing secret of the webhook`}
        hint={kept}
        type="password"
        autoComplete="off"
        placeholder="whsec_…"
        value={webhookSecret}
        error={problem("webhookSecret")}
        onChange={(event) => setWebhook(event.target.value.trim())}
      />
      <FormProblem text={save.error && fields.length === 0 ? sentenceOf(save.error) : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={save.isPending || (hasKeys ? !secretKey && !webhookSecret : !secretKey || !webhookSecret)}
        >
          {t`Save`}
        </Button>
        <Button look="plain" onClick={onDone}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
