import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import {
  type CheckedLine,
  fineKinds,
  finesKey,
  importFines,
  type Outcome,
} from "@/features/console/shared/fines/fines";
import { ApiError, sentenceOf } from "@/lib/errors";
import { formatMoment, formatMoney } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";

const outcomes: Record<Outcome, MessageDescriptor> = {
  matched: msg({ message: "Matched", context: "line of a file" }),
  unmatched: msg({ message: "No booking at that time", context: "line of a file" }),
  unknown_plate: msg({ message: "Unknown plate", context: "line of a file" }),
  known: msg({ message: "Already imported", context: "line of a file" }),
  bad: msg({ message: "Bad row", context: "line of a file" }),
};
// What needs a look comes first.
const order: readonly Outcome[] = ["bad", "unknown_plate", "unmatched", "matched", "known"];
const isNew = ({ outcome }: CheckedLine) => outcome === "matched" || outcome === "unmatched";
const looks: Partial<Record<Outcome, "good" | "warning">> = {
  matched: "good",
  unknown_plate: "warning",
  bad: "warning",
};

/** Imports a file: first each row is shown with its booking, then what is new is stored. */
export function ImportFinesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const check = useMutation({ mutationFn: (csv: string) => importFines(csv, true) });
  const run = useMutation({
    mutationFn: () => importFines(text, false),
    onSuccess: ({ imported }) => {
      void client.invalidateQueries({ queryKey: finesKey });
      toast({ title: t`File imported`, description: t`${imported} added.` });
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

  const lines = (check.data?.lines ?? []).toSorted(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  const count = lines.filter(isNew).length;
  return (
    <Dialog
      isWide
      title={t`Import fines and tolls`}
      description={t`A CSV file with the columns Plate, Date, Time, Amount, Currency and Kind (fine, toll or parking); Reference and Note if you have them. Rows already imported are skipped.`}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
        <Problem error={run.error ?? check.error} />
        {check.data && (
          <ul className="max-h-[45vh] divide-y divide-line overflow-y-auto rounded-card border border-line text-sm">
            {lines.map((line) => (
              <Row key={line.line} line={line} />
            ))}
            {lines.length === 0 && (
              <li className="p-4">
                <Trans>The file has no rows.</Trans>
              </li>
            )}
          </ul>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={count === 0 || run.isPending} onClick={() => run.mutate()}>
            {count > 0 ? <Plural value={count} one="Import # row" other="Import # rows" /> : t`Import`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Row({ line }: { line: CheckedLine }) {
  const { t } = useLingui();
  const facts = [
    line.kind && t(fineKinds[line.kind]),
    line.amount !== null && formatMoney(line.amount, line.currency),
    line.happenedAt && formatMoment(line.happenedAt),
    line.reference,
  ];
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tabular text-muted">{line.line}</span>
        <b className="font-semibold">{line.plate}</b>
        <Badge look={looks[line.outcome] ?? "plain"}>{t(outcomes[line.outcome])}</Badge>
        {line.booking && (
          <span className="text-slate">{`${line.booking.reference} · ${line.booking.customerName}`}</span>
        )}
      </span>
      <span className="tabular text-slate">{facts.filter(Boolean).join(" · ")}</span>
      {line.problems.map((problem) => (
        <span key={`${problem.column}${problem.code}`} className="text-danger">
          {`${problem.column}: ${sentenceIn(problem)}`}
        </span>
      ))}
    </li>
  );
}

function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  const fields = (error instanceof ApiError && error.body?.fields) || [];
  return (
    <p role="alert" className="rounded-card border border-danger p-4 text-sm text-danger">
      {fields.map(({ message }) => message).join(" ") || sentenceOf(error)}
    </p>
  );
}
