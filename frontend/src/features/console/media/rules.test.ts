import { describe, expect, it } from "vitest";
import { cropOf, movedBy, shapeOf, shapes } from "./rules";

const wide = { width: 1600, height: 900 };
const shape = (id: string) => shapes.find((each) => each.id === id) ?? shapes[0];
const middle = { x: 500, y: 500 };

describe("the part of a picture that is shown", () => {
  it("is all of it, until something is chosen", () => {
    expect(cropOf(wide, shape("whole") as never, 100, middle)).toBeNull();
    expect(cropOf(wide, shape("16:9") as never, 100, middle)).toBeNull();
  });

  it.each(["8:5", "4:3", "1:1"])("has the shape %s, whatever its size and place", (id) => {
    const wanted = shape(id);
    for (const size of [20, 55, 100]) {
      for (const centre of [middle, { x: 0, y: 0 }, { x: 1000, y: 1000 }]) {
        const crop = cropOf(wide, wanted as never, size, centre);
        if (!crop) throw new Error("all of it");
        const ratio = (crop.width * wide.width) / (crop.height * wide.height);
        expect(ratio).toBeCloseTo(wanted?.ratio ?? 0, 1);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(1000);
        expect(crop.y + crop.height).toBeLessThanOrEqual(1000);
        expect(shapeOf(wide, crop)).toMatchObject({ shape: wanted, size });
      }
    }
  });
});

it("moves a point by the arrow keys and stays within the picture", () => {
  expect(movedBy("ArrowLeft", { x: 10, y: 500 })).toEqual({ x: 0, y: 500 });
  expect(movedBy("ArrowDown", { x: 10, y: 500 })).toEqual({ x: 10, y: 520 });
  expect(movedBy("Enter", middle)).toEqual(middle);
});
