import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { late } from "@/components/ui/late-part";
import { paths } from "@/config/paths";
import { keepContact } from "@/features/site/quiz/quiz-contact";
import { loadRecommended } from "@/features/site/shared/load-recommended";
import { endQuizSession, ensureQuizSessionId } from "@/features/site/shared/quiz-session";
import { keepRecommendation } from "@/features/site/shared/recommendation";
import { onConsentDecided } from "@/lib/consent";
import { loadPageCode } from "@/lib/page-code";
import { siteConfig } from "@/lib/site-config";
import { isPreview } from "@/lib/visitors-query";
import { completeSession, homeUrl, sendAnswer, sendView, startSession } from "../api";
import { ageNoteOf } from "../driver-age";
import { clearProgress, loadProgress, type QuizProgress, saveProgress } from "../progress-store";
import { recommend } from "../recommend";
import { applicable, type Definition, encouragementAt, progressAt, restoredIndex } from "../rules";
import { useQuestionSteps } from "../use-question-steps";
import { QuestionCard } from "./question-card";
import { QuizComplete, QuizRidge } from "./quiz-complete";
import { QuizHeader } from "./quiz-header";

const OtherQuestion = late(
  async () => (await import("./other-question")).OtherQuestion,
  (_, askAgain) =>
    askAgain ? (
      <button type="button" className={buttonClass("quiet", "self-center")} onClick={askAgain}>
        <Trans>Try again</Trans>
      </button>
    ) : null,
);
const answerMilliseconds = 600;
const redirectMilliseconds = 1000;

function restored(definition: Definition): QuizProgress {
  const kept = loadProgress();
  // Drops answers to replaced questions. The sequence continues, so that later answers stay later.
  if (kept?.version !== definition.version)
    return { version: definition.version, index: 0, answers: {}, sequence: kept?.sequence ?? 0 };
  return { ...kept, index: restoredIndex(definition, kept.answers, kept.index) };
}

/** The quiz from its first question to the redirect. */
export function QuizRun({ definition }: { definition: Definition }) {
  const [progress, setProgress] = useState(() => restored(definition));
  const [chosen, setChosen] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [sessionId] = useState(() => (isPreview() ? "preview" : ensureQuizSessionId()));
  const navigate = useNavigate();
  const timer = useRef<number | undefined>(undefined);
  const questions = applicable(definition, progress.answers);
  const question = questions[progress.index];

  useEffect(() => {
    const start = () => void startSession(sessionId, definition);
    start();
    // A consent decision during the quiz is stored in the session's record.
    return onConsentDecided(start);
  }, [sessionId, definition]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const steps = useQuestionSteps(progress.index, (index) => {
    // Going back during the pause after an answer keeps the answer, but does not advance.
    window.clearTimeout(timer.current);
    setChosen(null);
    setProgress((before) => ({ ...before, index: restoredIndex(definition, before.answers, index) }));
  });
  useEffect(() => {
    // Loaded early: the redirect must work offline.
    loadPageCode(paths.home).catch(() => undefined);
    loadRecommended().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (definition.questions.some(({ kind = "choice" }) => kind !== "choice"))
      OtherQuestion.prepare().catch(() => undefined);
  }, [definition]);
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
    if (question.kind === "contact") keepContact(value);
    void sendAnswer(sessionId, definition.version, question, value, next.sequence);
    timer.current = window.setTimeout(() => advance(next), answerMilliseconds);
  }

  function advance(after: QuizProgress) {
    setChosen(null);
    const remaining = applicable(definition, after.answers);
    if (after.index + 1 < remaining.length) {
      setProgress({ ...after, index: after.index + 1 });
      steps.forward(after.index + 1);
      return;
    }
    setDone(true);
    clearProgress();
    if (isPreview()) return;
    const { cars, rental } = siteConfig();
    const found = recommend(definition, after.answers, cars);
    keepRecommendation(found && { ...found, ageNote: ageNoteOf(definition, after.answers, rental) });
    const target = homeUrl();
    // The redirect does not wait for the network and causes no page load: it works offline, and unsent calls are kept
    // where browser storage is not allowed.
    void completeSession(sessionId, definition, remaining, after.answers, after.sequence);
    endQuizSession(sessionId);
    timer.current = window.setTimeout(() => {
      window.scrollTo(0, 0);
      void navigate(target);
    }, redirectMilliseconds);
  }

  if (done || !question) return <QuizComplete />;
  const Card = (question.kind ?? "choice") === "choice" ? QuestionCard : OtherQuestion;
  const isAnswered = progress.answers[question.id] !== undefined;
  return (
    <main
      id="content"
      className="relative isolate mx-auto flex min-h-screen-left max-w-3xl flex-col px-4 pb-20 short:pb-10"
    >
      <QuizRidge />
      <QuizHeader
        progress={progressAt(progress.index, questions.length)}
        encouragement={encouragementAt(definition, progress.index, questions.length)}
        onBack={progress.index > 0 && chosen === null ? steps.back : undefined}
      />
      <Card
        key={question.id}
        question={question}
        pictures={definition.pictures}
        selected={chosen ?? progress.answers[question.id]}
        busy={chosen !== null}
        onAnswer={answer}
        onKeep={isAnswered && chosen === null ? () => advance(progress) : undefined}
      />
    </main>
  );
}
