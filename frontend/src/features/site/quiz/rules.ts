import type { SitePicture } from "@/lib/site-config";

/** The quiz as pure rules: applicable questions, the effect of an answer, the progress. */

export interface Option {
  value: string;
  label: string;
  icon?: string | null;
  /** Of the media library; its URLs are in the definition. */
  picture?: { mediaId: string } | null;
  /** Points for cars: for one, or for those of a category, a drive or with enough seats. */
  scores?: {
    car?: string | null;
    category?: string | null;
    drive?: string | null;
    seats?: number | null;
    points: number;
  }[];
  /** The reason, shown where the recommended car has points from this answer. */
  reason?: string | null;
  groupSize?: number | null;
  /** The range of the driver's age, both included. */
  ageFrom?: number | null;
  ageTo?: number | null;
}

interface SkipRule {
  questionId: string;
  /** Any of these answers, or all of them, was given. */
  values?: string[];
  match?: "any" | "all";
  /** Or: the bounds of a number or a point, both included. */
  atLeast?: number | null;
  atMost?: number | null;
  /** Or: whether the question was answered. */
  isAnswered?: boolean | null;
}

export type ContactField = "name" | "email" | "phone";

export interface Question {
  id: string;
  /** One answer, several, a point of a scale, a number, a text, or a contact. */
  kind?: "choice" | "choices" | "scale" | "number" | "text" | "contact";
  text: string;
  options: Option[];
  skipWhen?: SkipRule[];
  /** Whether any rule skips it, or only all together. */
  skipJoin?: "any" | "all";
  /** How many answers are chosen of several: by default one to all. */
  fewest?: number | null;
  most?: number | null;
  /** What the ends of a scale mean. */
  lowLabel?: string | null;
  highLabel?: string | null;
  /** Of a number. */
  minimum?: number | null;
  maximum?: number | null;
  decimals?: number;
  unit?: string | null;
  /** Of a text or a contact: it can't be left out. */
  isRequired?: boolean;
  maxLength?: number | null;
  /** Of a contact: what it consists of, and what of that has to be given. */
  asks?: ContactField[];
  requires?: ContactField[];
  consentText?: string | null;
}

export interface Definition {
  /** The language this version was written in. */
  experiment?: { id: string } | null;
  version: string;
  questions: Question[];
  encouragements?: { atPercent: number; text: string }[];
  /** Of the answers, by their media ids. */
  pictures?: Record<string, SitePicture>;
}

/** By question. A text or contact that was left out is empty; a contact is JSON. */
export type Answers = Record<string, string>;

/** Whether an answer is this one, or has it among several, whose codes are joined by commas. */
export function includes(given: string | undefined, value: string): boolean {
  return given?.split(",").includes(value) ?? false;
}

function isMet({ values = [], match, atLeast, atMost, isAnswered }: SkipRule, given: string | undefined) {
  if (isAnswered != null) return Boolean(given) === isAnswered;
  if (!given) return false;
  const isGiven = (value: string) => includes(given, value);
  if (values.length > 0) return match === "all" ? values.every(isGiven) : values.some(isGiven);
  return Number(given) >= (atLeast ?? Number(given)) && Number(given) <= (atMost ?? Number(given));
}

/** Questions that apply to these answers, in order. An answer to a skipped question does not skip others. */
export function applicable(definition: Definition, answers: Answers): Question[] {
  const asked: Question[] = [];
  const counted: Answers = {};
  for (const question of definition.questions) {
    const rules = question.skipWhen ?? [];
    const isRuleMet = (rule: SkipRule) => isMet(rule, counted[rule.questionId]);
    const isSkipped = question.skipJoin === "all" ? rules.every(isRuleMet) : rules.some(isRuleMet);
    if (isSkipped && rules.length > 0) continue;
    asked.push(question);
    const value = answers[question.id];
    if (value !== undefined) counted[question.id] = value;
  }
  return asked;
}

export interface Progress {
  /** 1-based. */
  number: number;
  count: number;
  percent: number;
}

export function progressAt(index: number, count: number): Progress {
  return { number: index + 1, count, percent: Math.round(((index + 1) / count) * 100) };
}

/** The encouragement of this step: shown on the first question at or after its mark. */
export function encouragementAt(definition: Definition, index: number, count: number): string | null {
  const reached = (at: number) => (100 * (index + 1)) / count >= at;
  const before = (at: number) => (100 * index) / count >= at;
  return (
    definition.encouragements?.find((item) => reached(item.atPercent) && !before(item.atPercent))?.text ??
    null
  );
}

/** Where a restored visitor continues: the stored position, or the first unanswered question before it. */
export function restoredIndex(definition: Definition, answers: Answers, index: number): number {
  const questions = applicable(definition, answers);
  const gap = questions.findIndex((question) => answers[question.id] === undefined);
  const last = questions.length - 1;
  return Math.max(0, Math.min(index, last, gap === -1 ? last : gap));
}
