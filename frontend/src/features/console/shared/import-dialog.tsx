import { plural, t as text } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { controlClass, Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { fieldsOf, sentenceOf } from "@/lib/errors";
import { sentenceIn } from "@/lib/server-messages";

interface Props<A> {
  title: string;
  description: string;
  /** Checks the file, or imports it. */
  send: (csv: string, onlyCheck: boolean) => Promise<A>;
  /** The queries of the imported data. */
  refresh: QueryKey;
  /** The success message. */
  done: (answer: A) => string;
  /** Whether a checked file can be imported. */
  canImport: (checked: A) => boolean;
  /** The label of the button, with the number of new rows. */
  confirm: (checked: A) => ReactNode;
  preview: (checked: A) => ReactNode;
  /** Choices for the whole file. */
  children?: ReactNode;
  onClose: () => void;
}

/** Imports a CSV file. A chosen file is checked first, without storing anything. */
export function ImportDialog<A>(props: Props<A>) {
  const { title, description, send, refresh, done, canImport, confirm, preview, children, onClose } = props;
  const { t } = useLingui();
  const client = useQueryClient();
  const [csv, setCsv] = useState("");
  const check = useMutation({ mutationFn: (chosen: string) => send(chosen, true) });
  const run = useMutation({
    mutationFn: () => send(csv, false),
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: refresh });
      toast({ title: t`File imported`, description: done(answer) });
      onClose();
    },
  });

  async function choose(file: File | undefined) {
    run.reset();
    check.reset();
    if (!file) return;
    const read = await file.text();
    setCsv(read);
    check.mutate(read);
  }

  const { data } = check;
  return (
    <Dialog isWide title={title} description={description} onClose={onClose} isBusy={run.isPending}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t`File`}>
          {(field) => (
            <input
              {...field}
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
        {data && preview(data)}
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton />
          <Button disabled={!data || !canImport(data) || run.isPending} onClick={() => run.mutate()}>
            {data && canImport(data) ? confirm(data) : t`Import`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const shownLines = 12;

/** Why a file was not imported, with its bad lines. */
function ImportProblems({ error }: { error: unknown }) {
  if (!error) return null;
  const fields = fieldsOf(error);
  const left = fields.length - shownLines;
  return (
    <div role="alert" className="rounded-card border border-danger p-4 text-sm">
      <p className="font-semibold text-danger">{sentenceOf(error)}</p>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {fields.slice(0, shownLines).map(({ field, message }) => (
          <li key={`${field}${message}`}>{problemText(field, message)}</li>
        ))}
        {left > 0 && (
          <li className="text-muted">
            {plural(left, { one: "And # more line.", other: "And # more lines." })}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The server names a line as "line 3: plate". */
function problemText(field: string, message: string): string {
  const line = /^line (\d+)/.exec(field)?.[1];
  return line ? text`Line ${line}: ${message}` : message;
}

interface ListProps<Line> {
  lines: readonly Line[];
  children: (line: Line) => ReactNode;
}

/** The checked lines of a file. */
export function ImportLines<Line extends { line: number }>({ lines, children }: ListProps<Line>) {
  return (
    <ul className="max-h-[45vh] divide-y divide-line overflow-y-auto rounded-card border border-line text-sm">
      {lines.map((line) => (
        <li key={line.line} className="grid gap-1 px-4 py-2.5">
          {children(line)}
        </li>
      ))}
      {lines.length === 0 && (
        <li className="p-4">
          <Trans>The file has no rows.</Trans>
        </li>
      )}
    </ul>
  );
}

interface LineProps {
  line: number;
  name: ReactNode;
  /** Beside the name: what will happen with the line. */
  children: ReactNode;
}

export function ImportLineHead({ line, name, children }: LineProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular text-muted">{line}</span>
      <b className="font-semibold">{name}</b>
      {children}
    </span>
  );
}

type LineProblem = Parameters<typeof sentenceIn>[0] & { column: string };

export function ImportLineProblems({ problems }: { problems: readonly LineProblem[] }) {
  return problems.map((problem) => (
    <span key={`${problem.column}${problem.code}`} className="text-danger">
      {`${problem.column}: ${sentenceIn(problem)}`}
    </span>
  ));
}
