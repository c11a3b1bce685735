import { expect, test } from "vitest";
import { branchesOf } from "./branches";
import {
  aboutOf,
  emptyQuiz,
  freshCode,
  kinds,
  movedBy,
  pointsOf,
  type Quiz,
  scoreAbout,
  translationOf,
  withNewQuestion,
  withoutOption,
  withoutQuestion,
  withSameness,
  withTranslation,
} from "./quiz";

const options = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const quiz: Quiz = {
  ...emptyQuiz,
  questions: [
    { id: "q1", text: "One?", options, skipWhen: [] },
    { id: "q2", text: "Two?", options, skipWhen: [{ questionId: "q1", values: ["yes"] }] },
    { id: "q3", text: "Three?", options, skipWhen: [{ questionId: "q1", values: ["yes", "no"] }] },
  ],
  translations: { ka: { questions: { q1: { text: "ერთი?", options: { yes: "კი" } } } } },
};

const words = { answered: "answered", notAnswered: "not answered" };

test("codes are not given twice, also not those of earlier versions", () => {
  expect(freshCode([], "q")).toBe("q1");
  expect(freshCode(["q1", "q3"], "q")).toBe("q4");
  expect(withNewQuestion(quiz, ["q1", "q2", "q3", "q7"]).questions[3]?.id).toBe("q8");
});

test("a question is moved by a place, and stays where there is none", () => {
  expect(movedBy(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(movedBy(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(movedBy(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("with a question its rules and translations go", () => {
  const less = withoutQuestion(quiz, "q1");
  expect(less.questions.map(({ id, skipWhen }) => [id, skipWhen])).toEqual([
    ["q2", []],
    ["q3", []],
  ]);
  expect(translationOf(less, "ka", "q1", null)).toBe("");
});

test("with an answer the rules that named only it go", () => {
  const less = withoutOption(quiz, 0, "yes");
  expect(less.questions.map(({ skipWhen }) => skipWhen)).toEqual([
    [],
    [],
    [{ questionId: "q1", values: ["no"] }],
  ]);
});

test("a question that is new gets its own code, and everything about it follows", () => {
  const same = withSameness(quiz, "q1", true, ["q1", "q2", "q3"]);
  expect([same.sameQuestions, same.questions[0]?.id]).toEqual([["q1"], "q1"]);
  const fresh = withSameness(same, "q1", false, ["q1", "q2", "q3"]);
  expect([fresh.sameQuestions, fresh.questions[0]?.id]).toEqual([[], "q7"]);
  expect(fresh.questions[1]?.skipWhen).toEqual([{ questionId: "q7", values: ["yes"] }]);
  expect(translationOf(fresh, "ka", "q7", "yes")).toBe("კი");
});

test("a text is written in another language, and taken out again", () => {
  const written = withTranslation(quiz, "ru", "q2", "no", "Нет");
  expect(translationOf(written, "ru", "q2", "no")).toBe("Нет");
  expect(translationOf(withTranslation(written, "ru", "q2", "no", ""), "ru", "q2", "no")).toBe("");
  expect(translationOf(withTranslation(quiz, "ka", "q1", null, "პირველი?"), "ka", "q1", null)).toBe(
    "პირველი?",
  );
});

test("lines of the map that overlap are beside each other, the shortest next to the list", () => {
  expect(branchesOf(quiz.questions, words)).toEqual([
    { from: 0, to: 1, answers: ["Yes"], lane: 0 },
    { from: 0, to: 2, answers: ["Yes", "No"], lane: 1 },
  ]);
});

test("a question of each kind begins with what it needs", () => {
  const added = kinds.map((kind) => withNewQuestion(emptyQuiz, [], kind).questions[0]);
  expect(added.map((one) => [one?.kind, one?.options.map(({ value }) => value)])).toEqual([
    ["choice", ["a1", "a2"]],
    ["choices", ["a1", "a2"]],
    ["scale", ["1", "2", "3", "4", "5"]],
    ["number", []],
    ["text", []],
    ["contact", []],
  ]);
  expect(added[3]).toMatchObject({ minimum: 0, maximum: 100 });
});

test("a scale has at most eleven points", () => {
  expect(pointsOf(-2, 1).map(({ label }) => label)).toEqual(["-2", "-1", "0", "1"]);
  expect(pointsOf(0, 90)).toHaveLength(11);
  expect(pointsOf(5, 1)).toEqual([]);
});

test("bounds of a rule are on the map", () => {
  const rule = (bounds: object) => [{ questionId: "q1", values: [], ...bounds }];
  const asked = [
    { id: "q1", kind: "number" as const, text: "How far?", options: [] },
    { id: "q2", text: "Two?", options, skipWhen: rule({ atLeast: 3 }) },
    { id: "q3", text: "Three?", options, skipWhen: rule({ atMost: 9 }) },
    { id: "q4", text: "Four?", options, skipWhen: rule({ atLeast: 3, atMost: 9 }) },
  ];
  expect(branchesOf(asked, words).map(({ answers }) => answers)).toEqual([["≥ 3"], ["≤ 9"], ["3–9"]]);
});

test.each([
  ["car vw-golf", { car: "vw-golf", points: 2 }],
  ["category suv", { category: "suv", points: 2 }],
  ["drive 4x4", { drive: "4x4", points: 2 }],
  ["seats 6", { seats: 6, points: 2 }],
])("%s maps to one thing, and back", (about, score) => {
  expect(scoreAbout(about, 2)).toEqual(score);
  expect(aboutOf(score)).toBe(about);
});
