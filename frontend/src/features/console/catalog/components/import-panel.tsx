import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Check } from "@/components/console/check";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { draftKey } from "@/features/console/shared/catalog-draft/api";
import { sentenceOf } from "@/lib/errors";
import { importFile } from "../api";
import { tableLabels, tables } from "../tables";
import { ImportResult } from "./import-result";

interface Chosen {
  name: string;
  text: string;
}

/** Reads a file, shows what it would change or what is wrong with it, and takes it into the draft. */
export function ImportPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [kind, setKind] = useState("yaml");
  const [isWhole, setWhole] = useState(false);
  const [file, setFile] = useState<Chosen | null>(null);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (onlyCheck: boolean) =>
      importFile({
        format: kind === "yaml" ? "yaml" : "csv",
        table: kind === "yaml" ? "" : kind,
        text: file?.text ?? "",
        removeMissing: isWhole,
        onlyCheck,
      }),
    onSuccess: async (answer) => {
      if (!answer.applied) return;
      toast({ title: t`The file is in the draft` });
      setFile(null);
      await client.invalidateQueries({ queryKey: draftKey });
    },
  });
  return (
    <Panel title={t`Import file`}>
      <div className="flex flex-col gap-4">
        <SelectField
          label={t`Content`}
          value={kind}
          onChange={(event) => {
            setKind(event.target.value);
            reset();
          }}
        >
          <option value="yaml">{t`Full catalogue (YAML)`}</option>
          {tables.map((table) => (
            <option key={table} value={table}>
              {t(tableLabels[table])}
            </option>
          ))}
        </SelectField>
        <Field label={t`File`} hint={file?.name}>
          {(props) => (
            <input
              {...props}
              type="file"
              accept=".yaml,.yml,.csv,text/csv,application/yaml"
              onChange={async (event) => {
                const [chosen] = event.target.files ?? [];
                setFile(chosen ? { name: chosen.name, text: await chosen.text() } : null);
                reset();
              }}
            />
          )}
        </Field>
        <Check
          label={t`Remove items not in the file`}
          checked={isWhole}
          onChange={({ target }) => {
            setWhole(target.checked);
            reset();
          }}
        />
        <Button
          look="quiet"
          className="self-start"
          disabled={!file || isPending}
          onClick={() => mutate(true)}
        >
          <Trans>Preview changes</Trans>
        </Button>
        {error && <FormProblem text={sentenceOf(error)} />}
        {data && !data.applied && (
          <ImportResult answer={data} isBusy={isPending} onApply={() => mutate(false)} />
        )}
      </div>
    </Panel>
  );
}
