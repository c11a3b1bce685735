import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Experiments } from "@/features/console/shared/experiments/experiments";
import { type Editor as EditorAnswer, editorQuery, versionQuery } from "./api";
import { Editor } from "./components/editor";
import { Versions } from "./components/versions";
import { emptyQuiz, type Quiz, quizOf } from "./rules/quiz";

/** The quiz as its company changes it: versions, and the draft of the next. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(editorQuery);
  return (
    <>
      <PageHeader
        title={t`Quiz`}
        description={
          <Trans>
            Write the next version at leisure: visitors see it when you publish it. Who is in the middle of
            the quiz finishes the one they began.
          </Trans>
        }
      />
      <div className="mt-6">
        <QueryBoundary query={query}>{(editor) => <QuizPage editor={editor} />}</QueryBoundary>
      </div>
    </>
  );
}

function QuizPage({ editor }: { editor: EditorAnswer }) {
  const [begunFrom, setBegunFrom] = useState<string | null>(null);
  const live = editor.versions.find((version) => version.isCurrent)?.version ?? null;
  const basedOn = editor.draft ? (editor.draft.basedOn ?? null) : begunFrom;
  const compared = useQuery({ ...versionQuery(live ?? ""), enabled: live !== null });
  const base = useQuery({
    ...versionQuery(begunFrom ?? ""),
    enabled: begunFrom !== null && begunFrom !== "",
  });
  if (!editor.draft && begunFrom === null)
    return (
      <>
        <Versions editor={editor} onBegin={setBegunFrom} />
        {live !== null && <Experiments subject="quiz" versions={editor.versions} className="mt-10" />}
      </>
    );
  if (live !== null && !compared.data) return <QueryBoundary query={compared}>{() => null}</QueryBoundary>;
  if (!editor.draft && begunFrom !== "" && !base.data)
    return <QueryBoundary query={base}>{() => null}</QueryBoundary>;
  const started: Quiz = editor.draft
    ? ({ ...emptyQuiz, ...editor.draft.quiz } as Quiz)
    : base.data
      ? quizOf(base.data)
      : emptyQuiz;
  return (
    <Editor
      editor={editor}
      started={started}
      basedOn={basedOn || null}
      live={compared.data?.definition ?? null}
      onEnd={() => setBegunFrom(null)}
    />
  );
}
