import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { LanguageMenu } from "@/components/layout/language-menu";
import { Button } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import { quizChanged } from "@/features/site/shared/outbox";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { siteConfig } from "@/lib/site-config";
import { loadDefinition } from "./api";
import { QuizRun } from "./components/quiz-run";
import { loadProgress } from "./progress-store";
import { questionOf } from "./use-question-steps";

export function Component() {
  const { t } = useLingui();
  const { brand, landing } = siteConfig();
  const [started, setStarted] = useState(() => loadProgress() !== null);
  const [version, setVersion] = useState(() => loadProgress()?.version);
  const isRestored = version !== undefined;
  const definition = useQuery({
    queryKey: ["/api/quiz/definition", version ?? "current"],
    queryFn: () => loadDefinition(version),
  });
  const { refetch } = definition;
  useEffect(() => {
    // The running version was removed: the current one starts from its first question.
    const change = () => {
      setVersion(undefined);
      void refetch();
    };
    window.addEventListener(quizChanged, change);
    return () => window.removeEventListener(quizChanged, change);
  }, [refetch]);
  // Back from the first question is the first screen again.
  const question = questionOf(useLocation());
  const before = useRef(question);
  useEffect(() => {
    if (before.current !== undefined && question === undefined) setStarted(false);
    before.current = question;
  }, [question]);
  // From the first screen on: a visitor who leaves there counts as a paid visit, too.
  useEffect(startClickTracking, []);

  // Pressed before the questions are there: the quiz begins as soon as they are.
  const isWaiting = started && definition.isFetching;

  if (started && definition.data) {
    return <QuizRun key={definition.data.version} definition={definition.data} />;
  }
  // Back in a quiz that was started: no first screen flashes by before the question.
  if (isRestored && definition.isPending) {
    return (
      <main id="content" className="min-h-screen-left bg-snow">
        <p role="status" className="sr-only">
          <Trans>Loading</Trans>
        </p>
      </main>
    );
  }
  return (
    <main
      id="content"
      className="relative isolate flex min-h-screen-left flex-col justify-end overflow-hidden bg-sky sm:justify-center"
    >
      <Picture picture={brand.quizHero} portrait={brand.quizHeroPortrait} alt="" isFirst className="scene" />
      <div className="m-4 rounded-3xl bg-snow/95 p-6 shadow-card sm:mx-auto sm:max-w-xl sm:p-10 sm:text-center short:p-5">
        <h1 className="text-2xl leading-snug font-extrabold sm:text-3xl short:text-xl">
          {landing.quizIntro.headline}
        </h1>
        <p className="mt-3 text-slate">{landing.quizIntro.text}</p>
        {definition.isError && (
          <p role="alert" className="mt-4 font-medium text-danger">
            <Trans>Couldn't load the questions. Check your connection and try again.</Trans>
          </p>
        )}
        <Button
          className="mt-6 min-h-14 w-full text-lg short:mt-4"
          aria-busy={isWaiting}
          onClick={() => {
            setStarted(true);
            if (definition.isError) void definition.refetch();
          }}
        >
          {isWaiting && <LoaderCircle aria-hidden size={22} className="animate-spin" />}
          {definition.isError ? t`Try again` : landing.quizIntro.button}
        </Button>
      </div>
      {/* After what it is about: a key alone reaches the start first. */}
      <div className="absolute top-2 right-2 rounded-full bg-snow/90 sm:top-4 sm:right-4">
        <LanguageMenu />
      </div>
    </main>
  );
}
