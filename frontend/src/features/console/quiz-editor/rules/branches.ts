import type { Question } from "./quiz";

/** A line of the map: who answers this there is not asked that. Places count from 0. */
interface Branch {
  from: number;
  to: number;
  answers: string[];
  /** Index among parallel lines, from 0: lines with the same index do not cross. */
  lane: number;
}

/** What a rule about whether there is an answer is called. */
interface AnsweredWords {
  answered: string;
  notAnswered: string;
}

/** The skip rules as lines beside the list of questions, the shortest next to it. */
export function branchesOf(questions: readonly Question[], words: AnsweredWords): Branch[] {
  const places = new Map(questions.map((question, place) => [question.id, place]));
  const found = questions.flatMap((question, to) =>
    (question.skipWhen ?? []).flatMap((rule) => {
      const { questionId, values = [], atLeast, atMost, isAnswered } = rule;
      const from = places.get(questionId);
      if (from === undefined || from >= to) return [];
      const options = questions[from]?.options ?? [];
      const labels = values.map((value) => labelOf(options, value));
      const answers = rule.match === "all" ? [labels.join(" + ")] : labels;
      if (isAnswered != null)
        return [{ from, to, answers: [isAnswered ? words.answered : words.notAnswered] }];
      return [{ from, to, answers: answers.length > 0 ? answers : [rangeOf(atLeast, atMost)] }];
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

function rangeOf(atLeast: number | null | undefined, atMost: number | null | undefined): string {
  if (atLeast != null && atMost != null) return atLeast === atMost ? `${atLeast}` : `${atLeast}–${atMost}`;
  return atLeast != null ? `≥ ${atLeast}` : `≤ ${atMost}`;
}

function labelOf(options: Question["options"], value: string): string {
  return options.find((option) => option.value === value)?.label || value;
}
