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
import { ApiError, sentenceOf } from "@/lib/errors";
import { formatDate } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import { type CheckedLine, importReviews, type Outcome, reviewsKey } from "../api";

const outcomes: Record<Outcome, MessageDescriptor> = {
  new: msg({ message: "New", context: "line of a file of reviews" }),
  known: msg({ message: "Already imported", context: "line of a file" }),
  bad: msg({ message: "Bad row", context: "line of a file" }),
};
// What needs a look comes first.
const order: readonly Outcome[] = ["bad", "new", "known"];
const looks = { bad: "warning", new: "good", known: "plain" } as const;

/** Imports a file: first each row is shown, then all that are new are stored, or none where a row is bad. */
export function ImportReviewsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [isPublished, setPublished] = useState(true);
  const check = useMutation({ mutationFn: (csv: string) => importReviews(csv, false, true) });
  const run = useMutation({
    mutationFn: () => importReviews(text, isPublished, false),
    onSuccess: ({ imported }) => {
      void client.invalidateQueries({ queryKey: reviewsKey });
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
  const bad = lines.filter(({ outcome }) => outcome === "bad").length;
  const count = lines.filter(({ outcome }) => outcome === "new").length;
  return (
    <Dialog
      isWide
      title={t`Import reviews`}
      description={t`A CSV file with the columns Source, Date, Author, Rating (1 to 5) and Text; Car, Link and Language if you have them. Rows already imported are skipped.`}
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
        {bad > 0 && (
          <p role="alert" className="text-sm font-semibold text-danger">
            <Plural
              value={bad}
              one="# row has a problem. Correct the file and choose it again."
              other="# rows have problems. Correct the file and choose it again."
            />
          </p>
        )}
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
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={isPublished}
            onChange={({ target }) => setPublished(target.checked)}
          />
          <Trans>Publish them immediately</Trans>
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={count === 0 || bad > 0 || run.isPending} onClick={() => run.mutate()}>
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
    line.rating !== null && "★".repeat(line.rating),
    line.source,
    line.writtenOn && formatDate(line.writtenOn),
  ];
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tabular text-muted">{line.line}</span>
        <b className="font-semibold">{line.author}</b>
        <Badge look={looks[line.outcome]}>{t(outcomes[line.outcome])}</Badge>
        <span className="text-slate">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      <span className="line-clamp-2 wrap-anywhere text-slate">{line.text}</span>
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
