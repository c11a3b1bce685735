import { describe, expect, it } from "vitest";
import { platformJson } from "@/testing/seeds";
import { ageNoteOf, isAgeOutside } from "./driver-age";
import { applicable, type Definition, encouragementAt, progressAt, restoredIndex } from "./rules";

const v1 = platformJson<Definition>("src/abano/ops/seeds/georgia/quiz-v1.json");
const ids = (answers: Record<string, string>) => applicable(v1, answers).map((question) => question.id);

// The same cases that the database's rule runs.
interface Vectors {
  quiz: Definition;
  cases: { name: string; answers: Record<string, string>; skipped: string[] }[];
}
const vectors = platformJson<Vectors & { written: Vectors }>("tests/test_marketing_quiz/skip_vectors.json");

describe("skip rules", () => {
  it.each(vectors.cases.map((item) => [item.name, item] as const))("%s", (_, { answers, skipped }) => {
    const asked = applicable(vectors.quiz, answers).map((question) => question.id);
    expect(vectors.quiz.questions.map(({ id }) => id).filter((id) => !asked.includes(id))).toEqual(skipped);
  });
  it.each(vectors.written.cases.map((item) => [item.name, item] as const))("%s", (_, item) => {
    const asked = applicable(vectors.written.quiz, item.answers).map((question) => question.id);
    const all = vectors.written.quiz.questions.map(({ id }) => id);
    expect(all.filter((id) => !asked.includes(id))).toEqual(item.skipped);
  });
  it("ask all 18 questions of those who travel together and sleep outside", () => {
    expect(ids({ q4: "couple", q9: "camping" })).toHaveLength(18);
  });
  it("leave out q14 for solo travellers and q15 for hotels and flats", () => {
    expect(ids({ q4: "solo" })).not.toContain("q14");
    expect(ids({ q9: "hotel" })).not.toContain("q15");
    expect(ids({ q9: "airbnb" })).not.toContain("q15");
    expect(ids({ q4: "solo", q9: "hotel" })).toHaveLength(16);
  });
  it("are applied again when an answer changes", () => {
    expect(ids({ q4: "solo", q14: "shared" })).not.toContain("q14");
    expect(ids({ q4: "group", q14: "shared" })).toContain("q14");
  });
});

it("counts progress over the questions that apply", () => {
  expect(progressAt(0, 16)).toEqual({ number: 1, count: 16, percent: 6 });
  expect(progressAt(15, 16).percent).toBe(100);
});

it("encourages once near each quarter", () => {
  const shown = Array.from({ length: 18 }, (_, index) => encouragementAt(v1, index, 18)).filter(Boolean);
  expect(shown).toEqual([
    "Great progress! Keep going...",
    "You're halfway there!",
    "Almost done! Your perfect car awaits...",
  ]);
});

it("restores to the first gap", () => {
  expect(restoredIndex(v1, { q1: "leisure", q2: "yes" }, 2)).toBe(2);
  expect(restoredIndex(v1, { q1: "leisure" }, 9)).toBe(1);
  expect(restoredIndex(v1, {}, 99)).toBe(0);
});

describe("the driver's age", () => {
  const limits = { driverMinimumAge: 23, driverMaximumAge: 70 };

  it.each([
    [{ ageFrom: 18, ageTo: 22 }, true],
    [{ ageFrom: 18, ageTo: 25 }, true],
    [{ ageTo: 25 }, true],
    [{ ageFrom: 26, ageTo: 35 }, false],
    [{ ageFrom: 23, ageTo: 70 }, false],
    [{ ageFrom: 66 }, true],
    [{ ageFrom: 71, ageTo: 90 }, true],
    [{}, false],
  ])("%o is outside the company's limits: %s", (ages, expected) => {
    expect(isAgeOutside({ value: "v", label: "l", ...ages }, limits)).toBe(expected);
  });

  it("is named with what to do, by each answer of the seeded quiz that the limits may refuse", () => {
    expect(ageNoteOf(v1, { q3: "18-25" }, limits)).toContain("Drivers must be 23 to 70 years old");
    expect(ageNoteOf(v1, { q3: "66+" }, limits)).toContain("contact us");
    for (const value of ["26-35", "36-45", "46-55", "56-65"])
      expect(ageNoteOf(v1, { q3: value }, limits)).toBeNull();
  });
});
