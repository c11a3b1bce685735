import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Upload } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { ApiError, sentenceOf } from "@/lib/errors";
import { importReviews, type Text } from "../api";
import type { TextForm } from "../use-text-form";

/** Reviews out of a table, in place of those that are there. */
export function ReviewImport({ text, draft }: { text: Text; draft: TextForm }) {
  const { t } = useLingui();
  const [problems, setProblems] = useState<string[]>([]);
  async function read(file: File) {
    setProblems([]);
    try {
      draft.replace(await importReviews(draft.language, text.revision, await file.text()));
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
      setProblems(
        fields.length ? fields.map(({ field, message }) => `${field}: ${message}`) : [sentenceOf(error)],
      );
    }
  }
  return (
    <div className="rounded-card border border-line bg-panel p-4 text-sm">
      <p className="text-slate">
        <Trans>
          Reviews from a table: columns name, rating and text; date, source, link and car if you have them.
          They take the place of the reviews above, as a draft.
        </Trans>
      </p>
      <label
        className={buttonClass("quiet", clsx("mt-3 cursor-pointer", draft.form.isDirty && "opacity-50"))}
      >
        <Upload aria-hidden size={18} />
        {draft.form.isDirty ? t`Save your changes first` : t`Import CSV`}
        <input
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          disabled={draft.form.isDirty}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = "";
          }}
        />
      </label>
      {problems.length > 0 && (
        <ul role="alert" className="mt-3 text-danger">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
