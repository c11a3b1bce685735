import type { Answers, Definition, Option } from "./rules";
import { applicable, includes } from "./rules";

/** The scored properties of a car, from the site configuration. */
export interface ScoredCar {
  slug: string;
  category: string | null;
  seats: number;
  driveWheels: string;
  inFleet: boolean;
  baseRate: number;
}

type Score = NonNullable<Option["scores"]>[number];

interface Recommendation {
  car: string;
  /** Reasons from the visitor's answers, most important first. */
  reasons: string[];
  /** The second-best car, if any. */
  second: string | null;
  secondReason: string | null;
  /** Minimum number of travellers, from an answer. */
  groupSize: number | null;
}

const maxReasons = 3;

/**
 * The car with most points for the answers, among available cars with enough seats. For equal points the cheaper one
 * comes first. Null without points or a matching car.
 */
export function recommend(
  definition: Definition,
  answers: Answers,
  cars: readonly ScoredCar[],
): Recommendation | null {
  const chosen = applicable(definition, answers).flatMap((question) =>
    question.options.filter((option) => includes(answers[question.id], option.value)),
  );
  const scored = chosen.filter((option) => option.scores?.length);
  if (scored.length === 0) return null;
  const sizes = chosen.flatMap(({ groupSize }) => (groupSize ? [groupSize] : []));
  const groupSize = sizes.length > 0 ? Math.max(...sizes) : null;
  const [first, second] = cars
    .filter((car) => car.inFleet && car.seats >= (groupSize ?? 1))
    .map((car) => ({ car, points: scored.reduce((sum, option) => sum + pointsOf(option, car), 0) }))
    .sort((one, other) => other.points - one.points || one.car.baseRate - other.car.baseRate);
  if (!first) return null;
  return {
    car: first.car.slug,
    reasons: reasonsFor(first.car, scored),
    second: second?.car.slug ?? null,
    secondReason: (second && reasonsFor(second.car, scored)[0]) ?? null,
    groupSize,
  };
}

function reasonsFor(car: ScoredCar, scored: readonly Option[]): string[] {
  return scored
    .map((option) => ({ reason: option.reason, points: pointsOf(option, car) }))
    .filter(({ reason, points }) => reason && points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, maxReasons)
    .map(({ reason }) => reason as string);
}

function pointsOf({ scores = [] }: Option, car: ScoredCar): number {
  return scores.reduce((sum, score) => (isAbout(score, car) ? sum + score.points : sum), 0);
}

function isAbout({ car: slug, category, drive, seats }: Score, car: ScoredCar): boolean {
  if (slug) return slug === car.slug;
  if (category) return category === car.category;
  if (drive) return drive === car.driveWheels;
  return car.seats >= (seats ?? Number.POSITIVE_INFINITY);
}
