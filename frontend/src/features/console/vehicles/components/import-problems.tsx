import { plural, t } from "@lingui/core/macro";
import { ApiError, sentenceOf } from "@/lib/errors";

const shownLines = 12;

/** Why a file was not taken: its bad lines, by number. */
export function ImportProblems({ error }: { error: unknown }) {
  if (!error) return null;
  const fields = (error instanceof ApiError && error.body?.fields) || [];
  const left = fields.length - shownLines;
  return (
    <div role="alert" className="rounded-card border border-danger p-4 text-sm">
      <p className="font-semibold text-danger">{sentenceOf(error)}</p>
      <ul className="mt-2 grid gap-1">
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

/** What is said of a line: "line 3: plate" names it. */
function problemText(field: string, message: string): string {
  const line = /^line (\d+)/.exec(field)?.[1];
  return line ? t`Line ${line}: ${message}` : message;
}
