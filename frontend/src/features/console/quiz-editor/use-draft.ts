import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { type Editor, editorQuery, type Problem, type StoredDraft, saveDraft } from "./api";
import { emptyQuiz, type Quiz } from "./rules/quiz";

/** The draft that is written here, from what the server has of it. Nothing is sent before it is saved. */
export function useDraft(editor: Editor, started: Quiz, basedOn: string | null) {
  const form = useVersionedForm<Editor, Quiz, number>({
    query: editorQuery,
    data: editor,
    read: ({ draft }) =>
      draft
        ? {
            values: { ...emptyQuiz, ...draft.quiz } as Quiz,
            revision: draft.revision,
            by: draft.updatedBy,
            at: draft.updatedAt,
          }
        : { values: started, revision: 0, isNew: true },
    save: async (quiz, revision) => ({ ...editor, draft: (await saveDraft(quiz, revision, basedOn)).draft }),
  });
  return {
    form,
    quiz: form.values,
    change: form.change,
    isChanged: form.isDirty,
    /** As the server has it, with what stops it from being published; null before it was saved first. */
    stored: (editor.draft ?? null) as StoredDraft | null,
  };
}

export type DraftState = ReturnType<typeof useDraft>;

export interface QuestionProps {
  draft: DraftState;
  place: number;
  /** The language that is translated into; null for the first, in which the quiz is written. */
  language: string | null;
  problems: ReadonlyMap<string, Problem>;
}
