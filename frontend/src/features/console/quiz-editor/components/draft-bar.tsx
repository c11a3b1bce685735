import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { FormMessages } from "@/components/forms/save-bar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoment } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import { discardDraft, editorKey } from "../api";
import type { Question } from "../rules/quiz";
import type { DraftState } from "../use-draft";
import { PublishDialog } from "./publish-dialog";

/** Three buttons fit beside each other on a phone. */
const narrow = "max-sm:px-3";

/** What becomes of the draft: saved, published or thrown away. */
export function DraftBar({ draft, onEnd }: { draft: DraftState; onEnd: () => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"publish" | "discard" | null>(null);
  const change = useChange({ refresh: editorKey });
  const { form, stored, isChanged } = draft;
  const { isSaving } = form;
  const count = stored?.problems.length ?? 0;
  const when = stored ? formatMoment(stored.updatedAt) : "";
  const who = stored?.updatedBy;

  const parts: Record<string, string> = { questions: t`Questions`, encouragements: t`Encouragements` };
  function nameOf(path: string): string {
    const [part = "", language = ""] = path.split(".");
    return parts[part] ?? (part === "translations" ? languageName(language) : t`Questions that ask the same`);
  }

  async function discard() {
    if (stored && !(await change(() => discardDraft(stored.revision)))) return;
    onEnd();
  }

  return (
    <div className="z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-panel p-3 shadow-card sm:px-5 lg:sticky lg:top-0">
      <p role="status" className="text-sm text-slate">
        {isChanged || !stored ? (
          <Trans>Not saved yet</Trans>
        ) : who ? (
          <Trans>
            Draft saved {when} by {who}
          </Trans>
        ) : (
          <Trans>Draft saved {when}</Trans>
        )}
        {!isChanged && count > 0 && (
          <strong className="ml-2 text-danger">
            {count === 1 ? t`One thing is missing` : t`${count} things are missing`}
          </strong>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="plain" className={narrow} onClick={() => setOpen("discard")}>
          <Trans>Discard</Trans>
        </Button>
        <Button
          access="draft"
          look="quiet"
          className={narrow}
          disabled={isSaving || !isChanged}
          onClick={() => void form.save()}
        >
          {isSaving ? t`Saving…` : t`Save draft`}
        </Button>
        <Button
          className={narrow}
          disabled={isSaving}
          onClick={async () => {
            if (isChanged && !(await form.save())) return;
            setOpen("publish");
          }}
        >
          <Trans>Publish…</Trans>
        </Button>
      </div>
      <div className="basis-full empty:hidden">
        <FormMessages form={form} nameOf={nameOf} show={showPart} />
      </div>
      {open === "publish" && stored && (
        <PublishDialog draft={stored} onDone={onEnd} onClose={() => setOpen(null)} />
      )}
      {open === "discard" && (
        <ConfirmDialog
          title={t`Discard draft?`}
          description={t`What is published stays as it is.`}
          confirm={t`Discard`}
          onConfirm={discard}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Questions by what visitors are asked. */
function showPart(value: unknown, path: string) {
  if (path !== "questions") return undefined;
  return (
    <ol className="list-decimal pl-5">
      {(value as Question[]).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ol>
  );
}
