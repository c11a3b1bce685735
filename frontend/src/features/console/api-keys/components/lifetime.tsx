import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { apiKeySettingsRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { NumberInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { apiKeysQuery, saveMaxDays } from "../api";

/** How long keys of the company live at most. */
export function Lifetime({ maxDays }: { maxDays: number }) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { maxDays } });
  const { isDirty } = form.formState;
  useUnsavedWork(isDirty);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: { maxDays: number }) => saveMaxDays(values.maxDays),
    { refresh: [apiKeysQuery.queryKey], done: { title: t`Maximum lifetime saved` } },
  );
  return (
    <Panel
      title={t`Maximum lifetime`}
      description={<Trans>Keys that would last longer expire when it is reached.</Trans>}
    >
      <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
        <div className="w-40">
          <NumberInput
            control={form.control}
            name="maxDays"
            label={t`Days`}
            digits={0}
            limits={limits.maxDays}
          />
        </div>
        <Button type="submit" look="quiet" disabled={!isDirty || isPending}>
          <Trans>Save</Trans>
        </Button>
        <FormProblem text={problem} />
      </form>
    </Panel>
  );
}
