import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { domainRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { addDomain, domainsQuery } from "../api";

/** A domain for the company's site, before its ownership is verified. */
export function AddDomain() {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { host: "" } });
  useUnsavedWork(form.formState.isDirty);
  const { onSubmit, problem, isPending } = useSubmit(form, ({ host }: { host: string }) => addDomain(host), {
    onDone: (answer) => {
      client.setQueryData(domainsQuery.queryKey, answer);
      form.reset();
    },
  });
  return (
    <Panel
      title={t`Add a domain`}
      description={
        <Trans>Then add one DNS record at your domain provider to verify that the domain is yours.</Trans>
      }
    >
      <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
        <div className="min-w-0 grow basis-64">
          <TextInput
            control={form.control}
            name="host"
            label={t`Domain`}
            placeholder="www.example.com"
            inputMode="url"
            autoCapitalize="none"
            maxLength={limits.host.maxLength}
          />
        </div>
        <Button type="submit" disabled={!form.watch("host").trim() || isPending}>
          <Trans>Add</Trans>
        </Button>
        <FormProblem text={problem} />
      </form>
    </Panel>
  );
}
