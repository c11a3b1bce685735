import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type Quiz = Required<Schemas["DraftQuiz"]>;
export type Question = Quiz["questions"][number];
export type Option = Question["options"][number];
export type SkipRule = NonNullable<Question["skipWhen"]>[number];
export type Encouragement = Quiz["encouragements"][number];
type Texts = Quiz["translations"][string];

export const emptyQuiz: Quiz = { questions: [], encouragements: [], translations: {}, sameQuestions: [] };

/** The quiz of a version, as the start of a draft. */
export function quizOf(version: Pick<Schemas["QuizVersionResponse"], "definition" | "translations">): Quiz {
  const { questions, encouragements } = version.definition;
  return {
    ...emptyQuiz,
    questions,
    encouragements: encouragements ?? [],
    translations: version.translations,
  };
}

/** An unused code, such as q7 or a3. */
export function freshCode(taken: readonly string[], letter: string): string {
  const used = new Set(taken);
  let number = taken.length + 1;
  while (used.has(`${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}

/** The list with one item moved up or down; unchanged at either end. */
export function movedBy<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const next = [...list];
  const item = next[from];
  if (item === undefined || to < 0 || to >= next.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, item);
  return next;
}

export function withQuestion(quiz: Quiz, place: number, change: Partial<Question>): Quiz {
  const questions = quiz.questions.map((one, index) => (index === place ? { ...one, ...change } : one));
  return { ...quiz, questions };
}

export type Kind = NonNullable<Question["kind"]>;

export const kinds: readonly Kind[] = ["choice", "choices", "scale", "number", "text", "contact"];

/** Adds a question of a kind at the end. `taken` includes the codes of earlier versions. */
export function withNewQuestion(
  quiz: Quiz,
  taken: readonly string[],
  kind: Kind = "choice",
  consentText = "",
): Quiz {
  const id = freshCode([...taken, ...quiz.questions.map((one) => one.id)], "q");
  const question = { id, text: "", skipWhen: [], ...emptyOf(kind, consentText) };
  return { ...quiz, questions: [...quiz.questions, question] };
}

function emptyOf(kind: Kind, consentText: string): Omit<Question, "id" | "text"> {
  if (kind === "text") return { kind, options: [], maxLength: 200 };
  if (kind === "contact") return { kind, options: [], asks: ["name", "email", "phone"], consentText };
  if (kind === "scale") return { kind, options: pointsOf(1, 5) };
  if (kind === "number") return { kind, options: [], minimum: 0, maximum: 100 };
  const options = [
    { value: "a1", label: "" },
    { value: "a2", label: "" },
  ];
  return { kind, options };
}

/** The points of a scale as its answers. */
export function pointsOf(first: number, last: number): Option[] {
  const count = Math.max(0, Math.min(11, last - first + 1));
  return Array.from({ length: count }, (_, step) => {
    const point = String(first + step);
    return { value: point, label: point };
  });
}

/** Whether the answers to a question are numbers, so that rules can name bounds. */
export function isNumeric(question: Question | undefined): boolean {
  return question?.kind === "scale" || question?.kind === "number";
}

/** Whether visitors write the answer, so that rules name whether there is one. */
export function isWritten(question: Question | undefined): boolean {
  return question?.kind === "text" || question?.kind === "contact";
}

export function hasBounds(rule: SkipRule): boolean {
  return rule.atLeast != null || rule.atMost != null;
}

export function valuesOf({ values = [] }: SkipRule): readonly string[] {
  return values;
}

/** Sets what an end of a scale or a consent says in another language; an empty text is removed. */
export function withEndTranslation(
  quiz: Quiz,
  language: string,
  id: string,
  end: "lowLabel" | "highLabel" | "consentText",
  text: string,
): Quiz {
  const texts = quiz.translations[language] ?? {};
  const questions = { ...texts.questions, [id]: { ...texts.questions?.[id], [end]: text || null } };
  return { ...quiz, translations: { ...quiz.translations, [language]: { ...texts, questions } } };
}

/** Removes a question and the rules that depend on it. */
export function withoutQuestion(quiz: Quiz, id: string): Quiz {
  const questions = quiz.questions
    .filter((one) => one.id !== id)
    .map((one) => ({ ...one, skipWhen: one.skipWhen?.filter((rule) => rule.questionId !== id) ?? [] }));
  return { ...withoutTexts(quiz, id), questions };
}

function withoutTexts(quiz: Quiz, id: string): Quiz {
  const translations = mapTexts(quiz, (texts) => {
    const { [id]: _gone, ...questions } = texts.questions ?? {};
    return { ...texts, questions };
  });
  return { ...quiz, translations, sameQuestions: quiz.sameQuestions.filter((one) => one !== id) };
}

function mapTexts(quiz: Quiz, change: (texts: Texts) => Texts): Quiz["translations"] {
  return Object.fromEntries(
    Object.entries(quiz.translations).map(([language, texts]) => [language, change(texts)]),
  );
}

/**
 * Sets whether a question keeps its meaning with new wording. A new question gets a new code, so its figures start at
 * zero; rules and translations are moved to the new code.
 */
export function withSameness(quiz: Quiz, id: string, isSame: boolean, taken: readonly string[]): Quiz {
  if (isSame) return { ...quiz, sameQuestions: [...new Set([...quiz.sameQuestions, id])] };
  const fresh = freshCode([...taken, ...quiz.questions.map((one) => one.id)], "q");
  const questions = quiz.questions.map((one) => ({
    ...one,
    id: one.id === id ? fresh : one.id,
    skipWhen:
      one.skipWhen?.map((rule) => (rule.questionId === id ? { ...rule, questionId: fresh } : rule)) ?? [],
  }));
  const translations = mapTexts(quiz, (texts) => {
    const { [id]: own, ...others } = texts.questions ?? {};
    return { ...texts, questions: own ? { ...others, [fresh]: own } : others };
  });
  return { ...quiz, questions, translations, sameQuestions: quiz.sameQuestions.filter((one) => one !== id) };
}

/** Removes an answer, also from the rules that use it. */
export function withoutOption(quiz: Quiz, place: number, value: string): Quiz {
  const question = quiz.questions[place];
  if (!question) return quiz;
  const questions = quiz.questions.map((one, index) => {
    if (index === place) return { ...one, options: one.options.filter((option) => option.value !== value) };
    const skipWhen = (one.skipWhen ?? [])
      .map((rule) =>
        rule.questionId === question.id
          ? { ...rule, values: valuesOf(rule).filter((each) => each !== value) }
          : rule,
      )
      .filter((rule) => valuesOf(rule).length > 0 || hasBounds(rule) || rule.isAnswered != null);
    return { ...one, skipWhen };
  });
  return { ...quiz, questions };
}

/** Sets the text of a question or an answer in another language; an empty text is removed. */
export function withTranslation(
  quiz: Quiz,
  language: string,
  id: string,
  value: string | null,
  text: string,
): Quiz {
  const texts = quiz.translations[language] ?? {};
  const question = texts.questions?.[id] ?? {};
  const options = { ...question.options };
  if (value !== null && text) options[value] = text;
  if (value !== null && !text) delete options[value];
  const own = value === null ? { ...question, text: text || null } : { ...question, options };
  const questions = { ...texts.questions, [id]: own };
  return { ...quiz, translations: { ...quiz.translations, [language]: { ...texts, questions } } };
}

export function translationOf(quiz: Quiz, language: string, id: string, value: string | null): string {
  const question = quiz.translations[language]?.questions?.[id];
  return (value === null ? question?.text : question?.options?.[value]) ?? "";
}

/** Sets the encouragement at a mark, in the quiz's own language (null) or in another. */
export function withEncouragement(
  quiz: Quiz,
  language: string | null,
  atPercent: number,
  text: string,
): Quiz {
  if (language === null) {
    const encouragements = quiz.encouragements.map((one) =>
      one.atPercent === atPercent ? { ...one, text } : one,
    );
    return { ...quiz, encouragements };
  }
  const texts = quiz.translations[language] ?? {};
  const others = (texts.encouragements ?? []).filter((one) => one.atPercent !== atPercent);
  const encouragements = text ? [...others, { atPercent, text }] : others;
  return { ...quiz, translations: { ...quiz.translations, [language]: { ...texts, encouragements } } };
}

export type Score = NonNullable<Option["scores"]>[number];

/** What a score is about, as one word: `car SLUG`, `category suv`, `drive 4x4`, `seats 6`. */
export function aboutOf(score: Score): string {
  if (score.car) return `car ${score.car}`;
  if (score.category) return `category ${score.category}`;
  if (score.drive) return `drive ${score.drive}`;
  return `seats ${score.seats}`;
}

export function scoreAbout(about: string, points: number): Score {
  const [kind, ...rest] = about.split(" ");
  const name = rest.join(" ");
  return kind === "seats" ? { seats: Number(name), points } : { [kind as "car"]: name, points };
}
