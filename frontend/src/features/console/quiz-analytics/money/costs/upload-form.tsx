import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { TextInput } from "@/components/forms/fields";
import { isSame } from "@/components/forms/merge";
import { errorAt } from "@/components/forms/server-errors";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { type CostUpload, uploadCosts } from "../api";
import { packed } from "../rules";
import { UploadPreview } from "./upload-preview";

interface Props {
  currency: string;
  onDone: () => Promise<void>;
}

/* eslint-disable lingui/no-unlocalized-strings -- columns of a file, and what these programs call themselves */
// Empty: people fill it in with a spreadsheet.
const template = `data:text/csv;charset=utf-8,${encodeURIComponent("Day,Campaign,Currency code,Cost,Clicks,Impressions,Conversions\r\n")}`;
/** What most links from a program's ads have as utm_source. */
const usualSources = { meta: "facebook", microsoft: "bing" } as const;
const names = { meta: "Meta", microsoft: "Microsoft Advertising" } as const;
/* eslint-enable lingui/no-unlocalized-strings */

interface Values {
  file: { name: string; content: string } | null;
  source: string;
  currency: string;
}

/** A campaign report as it is exported: looked at first, then taken. */
export function UploadForm({ currency: own, onDone }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { file: null, source: "google", currency: own } });
  const { control, formState } = form;
  const values = form.watch();
  const fileInput = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<{ values: Values; upload: CostUpload } | null>(null);
  // What was changed since is looked at again first.
  const upload = checked && isSame(checked.values, values) ? checked.upload : null;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ file, source, currency }: Values) =>
      uploadCosts(
        { name: file?.name ?? "", content: file?.content ?? "", source, currency: currency.toUpperCase() },
        upload === null,
      ),
    {
      isSaved: ({ uploadId }) => uploadId !== null,
      onDone: async (answer) => {
        if (answer.uploadId === null) {
          setChecked({ values, upload: answer });
          return;
        }
        toast({ title: t`Costs saved` });
        form.setValue("file", null);
        if (fileInput.current) fileInput.current.value = "";
        await onDone();
      },
    },
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <p className="text-sm text-slate">
        <Trans>
          A campaign report by day: from Google Ads with the columns Day, Campaign, Currency code and Cost,
          from Meta Ads Manager or Microsoft Advertising as they export it, or{" "}
          <a className="font-semibold underline" href={template} download="campaign-costs.csv">
            this template
          </a>
          . Titles and sums are recognised, in English, German, Russian and Georgian.
        </Trans>
      </p>
      <Field label={t`Report`} hint={t`CSV, at most 5 MB`} error={errorAt(formState.errors, "file")}>
        {(props) => (
          <input
            {...props}
            ref={fileInput}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            className="max-w-full text-sm"
            onChange={async (event) => {
              const [chosen] = event.target.files ?? [];
              form.setValue("file", chosen ? { name: chosen.name, content: await packed(chosen) } : null);
            }}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput control={control} name="source" label={t`utm_source of its links`} maxLength={200} />
        <TextInput
          control={control}
          name="currency"
          label={t`Currency`}
          hint={t`If the report has none`}
          maxLength={3}
        />
      </div>
      <FormProblem text={problem} />
      {upload?.program && values.source === "google" && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-card bg-stone p-3 text-sm">
          <p className="min-w-0 grow basis-60">
            <Trans>
              This report is from {{ program: names[upload.program] }}, and its costs are about to be stored
              for the source google.
            </Trans>
          </p>
          <Button
            look="quiet"
            className="min-h-11 px-4"
            onClick={() => upload.program && form.setValue("source", usualSources[upload.program])}
          >
            <Trans>Use {{ source: usualSources[upload.program] }}</Trans>
          </Button>
        </div>
      )}
      {upload ? (
        <UploadPreview upload={upload} isBusy={isPending} />
      ) : (
        <Button type="submit" look="quiet" className="self-start" disabled={!values.file || isPending}>
          {isPending ? t`Reading…` : t`Preview`}
        </Button>
      )}
    </form>
  );
}
