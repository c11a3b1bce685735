import type { Option } from "./quiz";

export type { Option };
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
