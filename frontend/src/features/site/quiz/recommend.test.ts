import { describe, expect, it } from "vitest";
import { platformJson } from "@/testing/seeds";
import { recommend, type ScoredCar } from "./recommend";
import type { Definition } from "./rules";

type Company = "georgia" | "alps";

const quiz = (company: Company) => platformJson<Definition>(`src/abano/ops/seeds/${company}/quiz-v1.json`);
const cars = (company: Company) =>
  platformJson<{ cars: (Omit<ScoredCar, "baseRate"> & { baseRate: string })[] }>(
    `src/abano/ops/seeds/${company}/catalog.json`,
  ).cars.map((car) => ({ ...car, baseRate: Number(car.baseRate) }));
const asked = (company: Company, answers: Record<string, string>) =>
  recommend(quiz(company), answers, cars(company));

describe("the car that suits the answers", () => {
  it.each([
    ["a saloon for business in town", { q1: "business", q4: "solo", q8: "city" }, "hyundai-elantra"],
    [
      "a comfortable 4x4 for mountain roads",
      { q1: "leisure", q4: "couple", q8: "moderate" },
      "subaru-forester",
    ],
    [
      "an off-roader for tracks and bold feelings",
      { q1: "adventure", q4: "couple", q7: "bold", q8: "extreme" },
      "toyota-fj-cruiser",
    ],
    [
      "another one with room for tents",
      { q1: "adventure", q4: "group", q8: "extreme", q9: "camping" },
      "toyota-4runner",
    ],
  ])("%s", (_, answers, slug) => {
    expect(asked("georgia", answers)?.car).toBe(slug);
  });

  it("has a seat for everyone, whatever else counts", () => {
    const answers = { q1: "business", q4: "large-group", q8: "city" };
    expect(asked("georgia", answers)).toMatchObject({
      car: "chevrolet-suburban",
      second: null,
      groupSize: 6,
    });
  });

  it("says why in the visitor's own answers, what counted most first", () => {
    const found = asked("georgia", { q1: "family", q4: "group", q8: "moderate", q11: "comfort" });
    expect(found?.car).toBe("subaru-forester");
    expect(found?.reasons[0]).toMatch(/mountain roads/);
    expect(found?.reasons).toHaveLength(3);
    expect(found?.second).toBe("chevrolet-suburban");
    expect(found?.secondReason).toMatch(/family/);
  });

  it("takes the drive for itself: winter in the Alps", () => {
    expect(asked("alps", { q1: "city", q3: "couple" })?.car).toBe("vw-golf");
    expect(asked("alps", { q1: "skiing", q2: "winter", q3: "family", q5: "skis" })?.car).toBe(
      "skoda-octavia-combi",
    );
    expect(asked("alps", { q1: "hiking", q3: "friends", q6: "more" })?.car).toBe("vw-multivan");
  });
});

it("recommends nothing where nothing is scored, and counts no answer to a question that was skipped", () => {
  const silent: Definition = {
    version: "v0",
    questions: [{ id: "q1", text: "?", options: [{ value: "a", label: "A" }] }],
  };
  expect(recommend(silent, { q1: "a" }, cars("georgia"))).toBeNull();
  const definition: Definition = {
    version: "v0",
    questions: [
      { id: "q1", text: "?", options: [{ value: "a", label: "A" }] },
      {
        id: "q2",
        text: "?",
        options: [{ value: "b", label: "B", scores: [{ car: "hyundai-elantra", points: 9 }] }],
        skipWhen: [{ questionId: "q1", values: ["a"] }],
      },
    ],
  };
  expect(recommend(definition, { q1: "a", q2: "b" }, cars("georgia"))).toBeNull();
  expect(recommend(definition, { q2: "b" }, cars("georgia"))?.car).toBe("hyundai-elantra");
});

it("recommends no car that the company took out of its fleet", () => {
  const fleet = cars("georgia").map((car) => ({ ...car, inFleet: car.slug !== "hyundai-elantra" }));
  expect(recommend(quiz("georgia"), { q1: "business", q8: "city" }, fleet)?.car).not.toBe("hyundai-elantra");
});
