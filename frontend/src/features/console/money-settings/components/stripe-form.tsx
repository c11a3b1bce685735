import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { setStripe } from "../api";

interface Values {
  secretKey: string | null;
  webhookSecret: string | null;
}

/** The two keys. They are written and never shown; one that is left empty stays as it is. */
export function StripeForm({ hasKeys, onDone }: { hasKeys: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { secretKey: null, webhookSecret: null } });
  const { control, formState } = form;
  useUnsavedWork(formState.isDirty);
  const { onSubmit, problem, isPending } = useSubmit(form, (values: Values) => setStripe(values), {
    done: { title: t`Keys saved` },
    onDone,
  });
  const { secretKey, webhookSecret } = form.watch();
  const secret = {
    hint: hasKeys ? t`Leave empty to keep the stored key.` : t`Stored encrypted and never shown.`,
    type: "password",
    autoComplete: "off",
    parse: (text: string) => text.trim() || null,
  };
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
      <TextInput
        control={control}
        name="secretKey"
        label={t`Secret key`}
        placeholder="sk_live_…"
        {...secret}
      />
      <TextInput
        control={control}
        name="webhookSecret"
        label={t`Signing secret of the webhook`}
        placeholder="whsec_…"
        {...secret}
      />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={isPending || (hasKeys ? !secretKey && !webhookSecret : !secretKey || !webhookSecret)}
        >
          {t`Save`}
        </Button>
        <Button access="read" look="plain" onClick={onDone}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
