import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { uploadCosts } from "../api";
import { packed } from "../rules";
import { UploadPreview } from "./upload-preview";

interface Props {
  currency: string;
  onDone: () => Promise<void>;
}

/** A campaign report of Google Ads as it is exported: looked at first, then taken. */
export function UploadForm({ currency: own, onDone }: Props) {
  const { t } = useLingui();
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const [source, setSource] = useState("google");
  const [currency, setCurrency] = useState(own);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (onlyCheck: boolean) =>
      uploadCosts(
        { name: file?.name ?? "", content: file?.content ?? "", source, currency: currency.toUpperCase() },
        onlyCheck,
      ),
    onSuccess: async (answer) => {
      if (answer.uploadId === null) return;
      toast({ title: t`Costs saved` });
      setFile(null);
      reset();
      await onDone();
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(true);
      }}
    >
      <p className="text-sm text-slate">
        <Trans>
          In Google Ads: Insights and reports, Campaigns, with the columns Day, Campaign, Currency code and
          Cost. Download it as CSV or Excel .csv. Titles and sums are recognised, in English, German, Russian
          and Georgian.
        </Trans>
      </p>
      <Field label={t`Report`} hint={t`CSV, at most 5 MB`}>
        {(props) => (
          <input
            {...props}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            className="max-w-full text-sm"
            onChange={async (event) => {
              const [chosen] = event.target.files ?? [];
              reset();
              setFile(chosen ? { name: chosen.name, content: await packed(chosen) } : null);
            }}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`utm_source of its links`}
          value={source}
          maxLength={200}
          onChange={(event) => {
            setSource(event.target.value);
            reset();
          }}
        />
        <TextField
          label={t`Currency`}
          hint={t`If the report has none`}
          value={currency}
          maxLength={3}
          onChange={(event) => {
            setCurrency(event.target.value);
            reset();
          }}
        />
      </div>
      {error && <FormProblem text={sentenceOf(error)} />}
      {data ? (
        <UploadPreview upload={data} isBusy={isPending} onTake={() => mutate(false)} />
      ) : (
        <Button type="submit" look="quiet" className="self-start" disabled={!file || isPending}>
          {isPending ? t`Reading…` : t`Preview`}
        </Button>
      )}
    </form>
  );
}
