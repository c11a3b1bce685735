import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { editorKey, publishDraft, type StoredDraft } from "../api";

interface Props {
  draft: StoredDraft;
  onDone: () => void;
  onClose: () => void;
}

/** Says what is missing; where nothing is, asks how the draft begins. */
export function PublishDialog({ draft, onDone, onClose }: Props) {
  const { t } = useLingui();
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const change = useChange({ refresh: editorKey, failed: t`Couldn't publish the quiz` });
  const { problems, branches } = draft;
  const { fewest, most } = branches;

  async function publish(isCurrent: boolean) {
    setBusy(true);
    const done = await change(
      () => publishDraft(draft.revision, note, isCurrent),
      () => ({ title: isCurrent ? t`The new quiz is live` : t`The version is kept for later` }),
    );
    setBusy(false);
    // After a failure the note stays, to try again.
    if (!done) return;
    onDone();
    onClose();
  }

  if (problems.length > 0) {
    return (
      <Dialog title={t`This cannot be published yet`} onClose={onClose}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {problems.map((problem) => (
            <li key={problem.field}>
              <PlaceOf field={problem.field} /> {problem.message}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog title={t`Publish the quiz`} isBusy={isBusy} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-slate">
          {branches.fewest !== null && branches.fewest === branches.most ? (
            <Plural
              value={branches.fewest}
              one="A visitor is asked # question."
              other="A visitor is asked # questions."
            />
          ) : (
            <Trans>
              A visitor is asked {fewest} to {most} questions.
            </Trans>
          )}
        </p>
        <TextField
          label={t`What changed (for your team)`}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button disabled={isBusy} onClick={() => void publish(true)}>
          <Trans>Publish now</Trans>
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => void publish(false)}>
          <Trans>Save as inactive version</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function PlaceOf({ field }: { field: string }) {
  const [part, question, options, option] = field.split(".");
  if (part !== "questions") return null;
  const number = Number(question) + 1;
  const answer = Number(option) + 1;
  return (
    <strong>
      {options === "options" && answer > 0 ? (
        <Trans>
          Question {number}, answer {answer}:
        </Trans>
      ) : (
        <Trans>Question {number}:</Trans>
      )}
    </strong>
  );
}
