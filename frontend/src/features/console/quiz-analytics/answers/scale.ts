import type { components } from "@/api/schema.gen";

type Question = components["schemas"]["QuestionFigures"];

/** Answers with fewer sessions are so unsure that they would squeeze all others together. */
const minSessions = 30;
const steps = [1, 2, 3, 4, 5, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100];

/**
 * The right edge, in percent, of the one scale that all intervals of the page share, so that they can be compared
 * across questions. Wider intervals run out of the picture.
 */
export function scaleOf(questions: readonly Question[], average: number): number {
  const ends = questions.flatMap((question) =>
    question.answers.filter((answer) => answer.count >= minSessions).map((answer) => answer.high),
  );
  const rates = questions.flatMap((question) =>
    question.answers.filter((answer) => answer.evidence !== "too_few").map((answer) => answer.conversionRate),
  );
  const wanted = Math.max(average * 2, ...rates, Math.min(Math.max(0, ...ends), average * 4));
  return steps.find((step) => step >= wanted) ?? 100;
}
