import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { conversionNameRequestLimits as limits } from "@/api/limits.gen";
import { TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { conversionsQuery, renameConversion } from "../api";

/** What the conversion action is called in Google Ads. */
export function NameForm({ name }: { name: string }) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { conversionName: name } });
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ conversionName }: { conversionName: string }) => renameConversion(conversionName),
    { refresh: [conversionsQuery.queryKey], done: { title: t`Name saved` } },
  );
  const typed = form.watch("conversionName").trim();
  useUnsavedWork(typed !== name);
  return (
    <form noValidate className="rounded-card border border-line bg-panel p-4 sm:p-5" onSubmit={onSubmit}>
      <h2 className="text-lg font-bold">
        <Trans>Conversion action</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          Create a conversion action of type “Import from clicks” in Google Ads and enter its exact name here.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-60">
          <TextInput
            control={form.control}
            name="conversionName"
            label={t`Name in Google Ads`}
            maxLength={limits.conversionName.maxLength}
          />
        </div>
        <Button
          type="submit"
          look="quiet"
          className="sm:mt-[1.625rem]"
          disabled={isPending || typed === name || !typed}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
      <FormProblem text={problem} />
    </form>
  );
}
