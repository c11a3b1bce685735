import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { importVehicles } from "../api";
import { ImportProblems } from "./import-problems";

/** Takes vehicles from a file: first it is looked at, then all of it is taken, or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const check = useMutation({ mutationFn: (csv: string) => importVehicles(csv, true) });
  const run = useMutation({
    mutationFn: () => importVehicles(text, false),
    onSuccess: ({ added, changed }) => {
      void client.invalidateQueries({ queryKey: vehiclesKey });
      toast({ title: t`File imported`, description: t`${added} added, ${changed} changed.` });
      onClose();
    },
  });

  async function choose(file: File | undefined) {
    run.reset();
    check.reset();
    if (!file) return;
    const read = await file.text();
    setText(read);
    check.mutate(read);
  }

  const plan = check.data;
  const hasWork = plan && plan.added + plan.changed > 0;
  return (
    <Dialog
      isWide
      title={t`Import vehicles`}
      description={t`A CSV file with the columns of the download. New plates are added, known ones changed; nothing is removed.`}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label={t`File`}>
          {(props) => (
            <input
              {...props}
              type="file"
              accept=".csv,text/csv,text/plain"
              className={controlClass("py-2.5")}
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        {check.isPending && (
          <p role="status" className="text-sm text-slate">
            <Trans>Looking at the file…</Trans>
          </p>
        )}
        <ImportProblems error={run.error ?? check.error} />
        {plan && (
          <dl className="grid grid-cols-3 gap-3 rounded-card bg-stone p-4 text-center">
            <Count name={t`New`} value={plan.added} />
            <Count name={t`Changed`} value={plan.changed} />
            <Count name={t`As before`} value={plan.unchanged} />
          </dl>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!hasWork || run.isPending} onClick={() => run.mutate()}>
            {plan && hasWork ? (
              <Trans>
                Import{" "}
                <Plural value={{ count: plan.added + plan.changed }} one="# vehicle" other="# vehicles" />
              </Trans>
            ) : (
              <Trans>Import</Trans>
            )}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt className="text-sm text-slate">{name}</dt>
      <dd className="tabular text-2xl font-bold">{value}</dd>
    </div>
  );
}
