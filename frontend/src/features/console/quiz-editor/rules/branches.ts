import type { Question } from "./quiz";

/** A line of the map: who answers this there is not asked that. Places count from 0. */
export interface Branch {
  from: number;
  to: number;
  answers: string[];
  /** Index among parallel lines, from 0: lines with the same index do not cross. */
  lane: number;
}

/** The skip rules as lines beside the list of questions, the shortest next to it. */
export function branchesOf(questions: readonly Question[]): Branch[] {
  const places = new Map(questions.map((question, place) => [question.id, place]));
  const found = questions.flatMap((question, to) =>
    (question.skipWhen ?? []).flatMap(({ questionId, values }) => {
      const from = places.get(questionId);
      if (from === undefined || from >= to) return [];
      const options = questions[from]?.options ?? [];
      return [{ from, to, answers: values.map((value) => labelOf(options, value)) }];
    }),
  );
  const shortest = [...found].sort((one, other) => one.to - one.from - (other.to - other.from));
  const lanes: { from: number; to: number }[][] = [];
  return shortest.map((branch) => {
    const isFree = (lane: { from: number; to: number }[]) =>
      lane.every((other) => branch.to <= other.from || branch.from >= other.to);
    let lane = lanes.findIndex(isFree);
    if (lane === -1) lane = lanes.push([]) - 1;
    lanes[lane]?.push(branch);
    return { ...branch, lane };
  });
}

function labelOf(options: Question["options"], value: string): string {
  return options.find((option) => option.value === value)?.label || value;
}
