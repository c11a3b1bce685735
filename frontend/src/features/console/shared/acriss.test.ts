import { describe, expect, it } from "vitest";
import { acrissText, suggestedAcriss } from "./acriss";

const car = {
  category: "suv",
  seats: 5,
  doors: 5,
  transmission: "Automatic",
  fuelType: "Petrol",
  driveWheels: "4x4",
  equipment: ["airConditioning"],
} as Parameters<typeof suggestedAcriss>[0];

describe("acrissText", () => {
  it("says what each letter means, in any case", () => {
    expect(acrissText("ifbv")).toBe("Intermediate, SUV, automatic, 4x4, petrol, air conditioning");
  });

  it.each(["", "IFB", "IFBVX", "IFBO", null])("has nothing to say about %s", (code) => {
    expect(acrissText(code)).toBeNull();
  });
});

describe("suggestedAcriss", () => {
  it.each([
    ["IFBV", {}],
    ["FFBV", { seats: 7 }],
    ["IDAZ", { category: "sedan", driveWheels: "2x2", equipment: [] }],
    [
      "EBMD",
      { category: "economy", doors: 3, transmission: "Manual", driveWheels: "2x2", fuelType: "Diesel" },
    ],
    ["EDNV", { category: "economy", transmission: "მექანიკური", fuelType: "ბენზინი" }],
    ["IFBE", { fuelType: "Электро", transmission: "" }],
  ])("is %s for %o", (code, facts) => {
    const suggested = suggestedAcriss({ ...car, ...facts } as typeof car);
    expect(suggested).toBe(code);
    expect(acrissText(suggested)).not.toBeNull();
  });

  it.each([{ category: "" }, { transmission: "" }, { category: "premium", seats: 7 }])(
    "is none for %o",
    (facts) => {
      expect(suggestedAcriss({ ...car, ...facts } as typeof car)).toBeNull();
    },
  );
});
