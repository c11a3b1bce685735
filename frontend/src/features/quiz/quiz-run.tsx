import { useEffect, useRef, useState } from "react";
import { completeSession, homeAddress, sendAnswer, sendView, startSession } from "./calls";
import { applicable, type Definition, encouragementAt, progressAt, restoredIndex } from "./machine";
import { clearProgress, loadProgress, type QuizProgress, saveProgress } from "./progress-store";
import { QuestionCard } from "./question-card";
import { QuizHeader } from "./quiz-header";
import { endQuizSession, ensureQuizSessionId } from "./session-id";

const answerMilliseconds = 600;
const redirectMilliseconds = 1000;

function restored(definition: Definition): QuizProgress {
  const kept = loadProgress();
  if (!kept) return { version: definition.version, index: 0, answers: {}, sequence: 0 };
  return { ...kept, index: restoredIndex(definition, kept.answers, kept.index) };
}

/** The quiz from its first question to the redirect. */
export function QuizRun({ definition }: { definition: Definition }) {
  const [progress, setProgress] = useState(() => restored(definition));
  const [chosen, setChosen] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [sessionId] = useState(ensureQuizSessionId);
  const timer = useRef<number | undefined>(undefined);
  const questions = applicable(definition, progress.answers);
  const question = questions[progress.index];

  useEffect(() => {
    void startSession(sessionId, definition.version);
    return () => window.clearTimeout(timer.current);
  }, [sessionId, definition.version]);
  useEffect(() => {
    if (question) void sendView(sessionId, question.id, definition.version);
  }, [question, sessionId, definition.version]);
  useEffect(() => {
    if (!done) saveProgress(progress);
  }, [progress, done]);

  function answer(value: string) {
    if (!question || chosen !== null) return;
    const answers = { ...progress.answers, [question.id]: value };
    const next = { ...progress, answers, sequence: progress.sequence + 1 };
    setChosen(value);
    setProgress(next);
    void sendAnswer(sessionId, definition.version, question, value, next.sequence);
    timer.current = window.setTimeout(() => advance(next), answerMilliseconds);
  }

  function advance(after: QuizProgress) {
    setChosen(null);
    const remaining = applicable(definition, after.answers);
    if (after.index + 1 < remaining.length) {
      setProgress({ ...after, index: after.index + 1 });
      return;
    }
    setDone(true);
    clearProgress();
    const target = homeAddress(sessionId);
    // The redirect does not wait for the network: what could not be sent stays queued and follows later.
    void completeSession(sessionId, definition, remaining, after.answers, after.sequence);
    endQuizSession(sessionId);
    timer.current = window.setTimeout(() => window.location.assign(target), redirectMilliseconds);
  }

  if (done || !question) {
    return (
      <main className="grid min-h-dvh place-content-center bg-snow px-6 text-center">
        <p role="status" className="text-2xl font-bold">
          Quiz Complete! Saving your preferences and redirecting...
        </p>
      </main>
    );
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col px-4 pb-8">
      <QuizHeader
        progress={progressAt(progress.index, questions.length)}
        encouragement={encouragementAt(definition, progress.index, questions.length)}
        onBack={
          progress.index > 0 && chosen === null
            ? () => setProgress((before) => ({ ...before, index: before.index - 1 }))
            : undefined
        }
      />
      <QuestionCard
        key={question.id}
        question={question}
        selected={chosen ?? progress.answers[question.id]}
        busy={chosen !== null}
        onAnswer={answer}
      />
    </main>
  );
}
