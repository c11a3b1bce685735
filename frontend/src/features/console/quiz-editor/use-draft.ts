import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { type Editor, editorKey, editorQuery, type StoredDraft, saveDraft } from "./api";
import type { Quiz } from "./rules/quiz";

export interface DraftState {
  quiz: Quiz;
  change: (change: (quiz: Quiz) => Quiz) => void;
  isChanged: boolean;
  isSaving: boolean;
  /** As the server has it, with what stops it from being published; null before it was saved first. */
  stored: StoredDraft | null;
  /** What someone else saved in the meantime; null where no one did. */
  theirs: StoredDraft | null;
  /** Saves what is written here, in place of theirs where there is one. Answers whether it worked. */
  save: () => Promise<boolean>;
  takeTheirs: () => void;
}

/** The draft that is written here, from what the server has of it. Nothing is sent before it is saved. */
export function useDraft(begun: Quiz, basedOn: string | null, stored: StoredDraft | null): DraftState {
  const client = useQueryClient();
  const [quiz, setQuiz] = useState(begun);
  const [kept, setKept] = useState(stored);
  const [theirs, setTheirs] = useState<StoredDraft | null>(null);
  const [isChanged, setChanged] = useState(stored === null);
  const [isSaving, setSaving] = useState(false);
  const latest = useRef(quiz);
  latest.current = quiz;

  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);

  async function save(): Promise<boolean> {
    const sent = quiz;
    setSaving(true);
    try {
      const { draft } = await saveDraft(sent, (theirs ?? kept)?.revision ?? 0, basedOn);
      setKept(draft);
      setTheirs(null);
      setChanged(latest.current !== sent);
      client.setQueryData<Editor>(editorKey, (editor) => editor && { ...editor, draft });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        const { draft } = await client.fetchQuery(editorQuery);
        setTheirs(draft);
      }
      toast({ kind: "destructive", title: t`The draft was not saved`, description: sentenceOf(error) });
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    quiz,
    change: (change) => {
      setQuiz(change);
      setChanged(true);
    },
    isChanged,
    isSaving,
    stored: kept,
    theirs,
    save,
    takeTheirs: () => {
      if (!theirs) return;
      setQuiz({ ...begun, ...theirs.quiz } as Quiz);
      setKept(theirs);
      setTheirs(null);
      setChanged(false);
    },
  };
}
