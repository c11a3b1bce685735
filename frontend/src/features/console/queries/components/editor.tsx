import { Trans, useLingui } from "@lingui/react/macro";
import { Play, Save } from "lucide-react";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { runQueryRequestLimits } from "@/api/limits.gen";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { sentenceOf } from "@/lib/errors";
import { changeQuery, type QueryChart, type SavedQuery, savedQueriesKey } from "../api";
import { shortExample } from "../rules/examples";
import { quotedName } from "../rules/result";
import { SaveDialog } from "./save-dialog";

export interface EditorHandle {
  /** Puts a name where the caret is. */
  insert: (name: string) => void;
}

interface Props {
  ref: Ref<EditorHandle>;
  sql: string;
  /** The saved query that is edited. */
  open: SavedQuery | undefined;
  chart: QueryChart | null;
  error: unknown;
  isRunning: boolean;
  onChange: (sql: string) => void;
  onRun: () => void;
  onSaved: (id: string) => void;
}

/** The SQL, and what can be done with it. */
export function Editor({ ref, sql, open, chart, error, isRunning, onChange, onRun, onSaved }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedQueriesKey });
  const area = useRef<HTMLTextAreaElement>(null);
  const [isSaving, setSaving] = useState(false);
  const isEmpty = !sql.trim();

  useImperativeHandle(ref, () => ({
    insert(name) {
      const field = area.current;
      if (!field) return;
      field.setRangeText(quotedName(name), field.selectionStart, field.selectionEnd, "end");
      onChange(field.value);
      field.focus();
    },
  }));

  function runByKeys(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onRun();
  }

  return (
    <section className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <Field
        label={open ? t`SQL of “${{ name: open.name }}”` : t`SQL`}
        hint={t`Ctrl+Enter runs the query: 10 seconds and 10,000 rows at most.`}
        error={error ? sentenceOf(error) : undefined}
      >
        {(props) => (
          <textarea
            {...props}
            ref={area}
            value={sql}
            rows={9}
            maxLength={runQueryRequestLimits.sql.maxLength}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={shortExample}
            className={controlClass("resize-y py-3 font-mono text-sm leading-6")}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={runByKeys}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={isEmpty || isRunning} onClick={onRun}>
          <Play aria-hidden size={16} /> {isRunning ? t`Running…` : t`Run`}
        </Button>
        {open && (
          <Button
            look="quiet"
            disabled={isEmpty}
            onClick={() =>
              void change(
                () => changeQuery(open, { sql, chart }),
                () => ({ title: t`Saved` }),
              )
            }
          >
            <Save aria-hidden size={16} /> <Trans>Save</Trans>
          </Button>
        )}
        <Button look="quiet" disabled={isEmpty} onClick={() => setSaving(true)}>
          {open ? t`Save as` : t`Save`}
        </Button>
      </div>
      {isSaving && <SaveDialog sql={sql} chart={chart} onSaved={onSaved} onClose={() => setSaving(false)} />}
    </section>
  );
}
