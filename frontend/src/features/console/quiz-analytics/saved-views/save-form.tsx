import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { CheckInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { savedViewsKey, saveView } from "./api";

interface Values {
  name: string;
  isShared: boolean;
}

/** Keeps what the page shows now. */
export function SaveForm({ parameters }: { parameters: string }) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { name: "", isShared: false } });
  const { control } = form;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: Values) => saveView({ ...values, parameters }),
    {
      refresh: [savedViewsKey],
      done: { title: t`Saved` },
      onDone: () => form.resetField("name"),
    },
  );
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 grow">
          <TextInput control={control} name="name" label={t`Save this view as`} maxLength={80} />
        </div>
        <Button type="submit" disabled={isPending || !form.watch("name").trim()}>
          <Trans>Save</Trans>
        </Button>
      </div>
      <CheckInput control={control} name="isShared" label={t`Share with colleagues`} />
      <FormProblem text={problem} />
    </form>
  );
}
